package pagemark.listing;

/// What a page may take.
///
/// @param byDefault the number of items if a request gives none
/// @param max the largest number of items, at most [#LIMIT]; a larger request gets this number
/// @param cells the most combinations of filter values that a request may select, at most 512; one
///   that selects more is refused, because an index merges as many sets for each page
public record PageSize(int byDefault, int max, int cells) {
  /// What viewers of logs ask for, and more. Five calls of BatchGetItem read so many.
  public static final int LIMIT = 500;

  /// As many cells as a listing can have.
  public static final int CELLS_LIMIT = 512;

  public static final PageSize DEFAULT = new PageSize(20, 100, CELLS_LIMIT);
}
