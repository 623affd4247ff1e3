"""A table in the terminal: everything shown is drawn from an observation."""
