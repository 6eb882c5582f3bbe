package pagemark.index;

import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import pagemark.key.Entry;

/// Decides by an item's fence whether an op is applied, and which fence the op leaves.
/// `docs/consistency.md` says what goes wrong without each rule.
public sealed interface Rule {
  /// The rule of a stream record: applied if the fence is older or there is none. The record
  /// becomes the fence.
  record Newer(Sequence sequence) implements Rule {}

  /// The rule of a row that a scan has read: applied if there is no fence. It leaves no fence,
  /// because a row has no sequence.
  record Unfenced() implements Rule {}

  /// The rule of a repair: applied if the fence is still the one that the repair has seen. It
  /// leaves a fence with the higher of the two sequences and with a tag of its own, see [Fence].
  ///
  /// @param seen null if there was no fence
  /// @param sequence the sequence of the record that made the repair necessary; zero if there was
  ///   none
  /// @param tag unique among repairs
  record Unchanged(@Nullable Fence seen, Sequence sequence, String tag) implements Rule {
    private static final long TAGS = 1L << 31;

    /// Creates the rule with a new tag that counts one repair more.
    public static Unchanged of(@Nullable Fence seen, Sequence sequence) {
      int repairs =
          seen == null || seen.sequence().compareTo(sequence) < 0 ? 1 : seen.repairs() + 1;
      String random = Long.toString(ThreadLocalRandom.current().nextLong(TAGS), 36);
      return new Unchanged(seen, sequence, repairs + "." + random);
    }

    /// The fence that this rule leaves.
    public Fence leaves(@Nullable Entry entry) {
      return seen == null || seen.sequence().compareTo(sequence) < 0
          ? new Fence(sequence, entry, tag)
          : new Fence(seen.sequence(), entry, tag);
    }
  }
}
