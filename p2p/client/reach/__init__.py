"""The links of one client: who may have one, where everybody is, and how members are reached."""
