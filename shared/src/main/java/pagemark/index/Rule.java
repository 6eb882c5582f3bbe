package pagemark.index;

import org.jspecify.annotations.Nullable;

/// Says of an op by which fence of its item it is applied, and which fence it leaves.
public sealed interface Rule {
  /// A stream record: where the fence is older, or there is none. It becomes the fence.
  record Newer(Sequence sequence) implements Rule {}

  /// A row of a scan: where there is no fence. It leaves none, as it knows no sequence.
  record Unfenced() implements Rule {}

  /// A repair: where the fence is still the one seen. It leaves a fence of the higher of the two
  /// sequences.
  ///
  /// @param seen null where there was none
  /// @param sequence of the record that made the repair necessary; zero where none did
  record Unchanged(@Nullable Fence seen, Sequence sequence) implements Rule {
    /// The sequence of the fence that it leaves.
    public Sequence raised() {
      return seen == null || seen.sequence().compareTo(sequence) < 0 ? sequence : seen.sequence();
    }
  }
}
