package pagemark.index;

/// How far a call of [PageIndexWriter#sweep] came.
///
/// @param removed the number of removed keys (Redis) or rows (SQL)
/// @param position where to continue; empty at the end
public record Sweep(long removed, String position) {
  /// The position at the beginning of a walk, and after its end.
  public static final String BEGIN = "";

  public boolean isOver() {
    return position.equals(BEGIN);
  }
}
