"""The local network: tables announced and found, members' places, multicast."""
