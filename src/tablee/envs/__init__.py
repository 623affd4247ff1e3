"""The games as environments for research."""
