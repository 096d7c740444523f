"""The record file and its verification."""
