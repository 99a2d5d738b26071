"""What starts Attention Atlas on one machine."""
