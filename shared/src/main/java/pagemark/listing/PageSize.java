package pagemark.listing;

/// How many items a page has.
///
/// @param byDefault where the request names none
/// @param max what a larger request is lowered to; at most 100
public record PageSize(int byDefault, int max) {
  /// BatchGetItem reads at most 100 items in one call.
  public static final int LIMIT = 100;

  static final PageSize DEFAULT = new PageSize(20, LIMIT);
}
