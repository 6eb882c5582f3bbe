package pagemark.key;

/// The partition a reader lists: a product's SKU, a user, a thread.
///
/// @param text the group attribute's value: a string verbatim, a number as canonical decimal
public record Group(String text) {}
