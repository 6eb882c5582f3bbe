package pagemark.index;

/// How far [PageIndexWriter#sweep] came.
///
/// @param removed what was removed, in the store's own units: keys or rows
/// @param position where to go on; empty at the end
public record Sweep(long removed, String position) {
  /// Where a walk begins, and what it leaves at its end.
  public static final String BEGIN = "";

  public boolean isOver() {
    return position.equals(BEGIN);
  }
}
