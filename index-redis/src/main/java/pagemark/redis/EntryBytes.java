package pagemark.redis;

/// Estimates the memory of entries in sorted sets, without their fences. The formula fits the
/// figures of "Bytes per entry" in docs/index-layout.md to within a fifth:
///
/// `(member + overhead) * sets`, with an overhead of 86 bytes in a group of more than 128 entries,
/// and of 8 bytes and a share of 100 bytes for the set in a smaller one. With filters each entry is
/// in two sets.
///
/// @param memberBytes the mean length of a member
/// @param filtered whether the listing has filters
record EntryBytes(double memberBytes, boolean filtered) {
  private static final int PACKED_MAX = 128;
  private static final int OVERHEAD = 86;
  private static final int PACKED_OVERHEAD = 8;
  private static final int SET = 100;

  /// The memory of a group of so many entries.
  long of(long entries) {
    if (entries == 0) {
      return 0;
    }
    double set =
        entries > PACKED_MAX
            ? entries * (memberBytes + OVERHEAD)
            : entries * (memberBytes + PACKED_OVERHEAD) + SET;
    return Math.round(filtered ? 2 * set : set);
  }
}
