package pagemark.listing;

/// The number of items of a page.
///
/// @param byDefault the size if a request gives none
/// @param max the largest size, at most 100; a larger request gets this size
public record PageSize(int byDefault, int max) {
  /// BatchGetItem reads at most 100 items in one call.
  public static final int LIMIT = 100;

  public static final PageSize DEFAULT = new PageSize(20, LIMIT);
}
