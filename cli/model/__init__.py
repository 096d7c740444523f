"""What both front ends show and understand. Pure."""
