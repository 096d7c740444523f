"""Inheritance (Flying Man Games, 2022): rulebook as code; what it may do is in docs/rules."""
