"""Ask the router to let the others in: PCP, NAT-PMP and UPnP. Nothing is asked unless wanted."""
