"""What one needs while working on tablée, and nobody else."""
