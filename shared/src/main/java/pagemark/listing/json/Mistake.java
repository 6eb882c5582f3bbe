package pagemark.listing.json;

/// A mistake in a definition, or a warning about it.
///
/// @param path its JSON path, such as `$.comments.sort.pattern`
/// @param message the value, what is wrong with it, and what is valid
public record Mistake(String path, String message) {
  @Override
  public String toString() {
    return path + " " + message;
  }
}
