"""The asyncio wiring of one client, and what front ends call."""
