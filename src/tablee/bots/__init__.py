"""What chooses a move from an observation."""
