"""What stands behind each address: one module for each thing that people come for."""
