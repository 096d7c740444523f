"""Real processes and real sockets in network namespaces; see topology.py for what is built."""
