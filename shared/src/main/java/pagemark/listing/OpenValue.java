package pagemark.listing;

/// A value of an open filter, as requests write it.
public record OpenValue(OpenFilter filter, String text) {}
