package pagemark.state.rebuild;

/// What the scan of a rebuild has read so far.
///
/// @param items all items of the table
/// @param entries items that belong to the listing
/// @param poison items that cannot be indexed; they are in quarantine
/// @param repaired items whose row differed from what the stream had brought; each was read again
public record RebuildCounts(long items, long entries, long poison, long repaired) {
  public static final RebuildCounts ZERO = new RebuildCounts(0, 0, 0, 0);

  public RebuildCounts plus(RebuildCounts more) {
    return new RebuildCounts(
        items + more.items, entries + more.entries, poison + more.poison, repaired + more.repaired);
  }

  public RebuildCounts minus(RebuildCounts less) {
    return new RebuildCounts(
        items - less.items, entries - less.entries, poison - less.poison, repaired - less.repaired);
  }
}
