package pagemark.index;

import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import pagemark.key.Entry;

/// Says of an op by which fence of its item it is applied, and which fence it leaves.
public sealed interface Rule {
  /// A stream record: where the fence is older, or there is none. It becomes the fence.
  record Newer(Sequence sequence) implements Rule {}

  /// A row of a scan: where there is no fence. It leaves none, as it knows no sequence.
  record Unfenced() implements Rule {}

  /// A repair: if the fence is still the one seen. It leaves a fence of the higher of the two
  /// sequences, with a tag of its own, see [Fence].
  ///
  /// @param seen null if there was none
  /// @param sequence of the record that made the repair necessary; zero if none did
  /// @param tag that no other repair has
  record Unchanged(@Nullable Fence seen, Sequence sequence, String tag) implements Rule {
    private static final long TAGS = 1L << 31;

    /// With a tag that counts one repair more.
    public static Unchanged of(@Nullable Fence seen, Sequence sequence) {
      int repairs =
          seen == null || seen.sequence().compareTo(sequence) < 0 ? 1 : seen.repairs() + 1;
      String random = Long.toString(ThreadLocalRandom.current().nextLong(TAGS), 36);
      return new Unchanged(seen, sequence, repairs + "." + random);
    }

    /// The fence that it leaves.
    public Fence leaves(@Nullable Entry entry) {
      return seen == null || seen.sequence().compareTo(sequence) < 0
          ? new Fence(sequence, entry, tag)
          : new Fence(seen.sequence(), entry, tag);
    }
  }
}
