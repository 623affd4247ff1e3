"""What is measured, and against whom; docs/bench.md explains the figures."""
