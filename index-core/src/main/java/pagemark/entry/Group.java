package pagemark.entry;

/// The partition that a reader lists, such as a product, a user or a thread.
///
/// @param text the value of the group attribute, as its attribute type writes it
public record Group(String text) {}
