package pagemark.index;

import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Entry;
import pagemark.entry.Position;

/// Decides by an item's fence whether an op is applied, and which fence the op leaves. In a store
/// that keeps fences by place, each place of the op decides for itself, see [Fence].
/// `docs/consistency.md` says what goes wrong without each rule.
public sealed interface Rule {
  /// The rule of a stream record: applied if the fence is older or there is none. The record
  /// becomes the fence. A record with the number of the fence is a duplicate; by place, only if it
  /// also says the same of the place.
  ///
  /// A batch may hold several records of an item, which become one op. By place, each place goes by
  /// the last of them that names it. So records that come again, in whatever batches, say nothing
  /// of a place that they have not said before.
  ///
  /// @param sequence the newest record's
  /// @param places for a store that keeps fences by place: the numbers of the last records that
  ///   name the places. A place that is missing here goes by `sequence`
  record Newer(Sequence sequence, Map<Position, Sequence> places) implements Rule {
    public Newer {
      places = Map.copyOf(places);
    }

    /// The rule of a single record.
    public Newer(Sequence sequence) {
      this(sequence, Map.of());
    }

    /// The number by which a place goes.
    public Sequence at(Position place) {
      return places.getOrDefault(place, sequence);
    }
  }

  /// The rule of a row that a scan has read: applied if there is no fence. It leaves no fence,
  /// because a row has no sequence. By place, it leaves what [Fence#ofRow] describes, which another
  /// row may replace.
  record Unfenced() implements Rule {}

  /// The rule of a repair: applied if the fence is still the one that the repair has seen. It
  /// leaves a fence with the higher of the two sequences and with a tag of its own, see [Fence].
  ///
  /// @param seen the item's fence, for a store that keeps fences by item; null if there was none
  /// @param places the fences of the op's places, for a store that keeps them by place. A place
  ///   that is missing here must still have none. That is also safe for a place that was not looked
  ///   at: if it has a fence, the op is refused
  /// @param sequence the sequence of the record that made the repair necessary; zero if there was
  ///   none
  /// @param tag unique among repairs
  record Unchanged(@Nullable Fence seen, Map<Position, Fence> places, Sequence sequence, String tag)
      implements Rule {
    private static final long TAGS = 1L << 31;

    public Unchanged {
      places = Map.copyOf(places);
    }

    /// Creates the rule with a new tag that counts one repair more.
    public static Unchanged of(
        @Nullable Fence seen, Map<Position, Fence> places, Sequence sequence) {
      String random = Long.toString(ThreadLocalRandom.current().nextLong(TAGS), 36);
      return new Unchanged(seen, places, sequence, repairs(seen, sequence) + "." + random);
    }

    /// Creates the rule for a store that keeps fences by item.
    public static Unchanged of(@Nullable Fence seen, Sequence sequence) {
      return of(seen, Map.of(), sequence);
    }

    private static int repairs(@Nullable Fence seen, Sequence sequence) {
      return seen == null || seen.sequence().compareTo(sequence) < 0 ? 1 : seen.repairs() + 1;
    }

    /// The fence that this rule leaves in a store that keeps fences by item.
    public Fence leaves(@Nullable Entry entry) {
      return new Fence(higher(seen), entry, tag);
    }

    /// The fence that this rule leaves at one place, in a store that keeps fences by place. Its tag
    /// counts one repair more than that place's.
    ///
    /// @param entry the entry at that place; null if the item is not there
    public Fence leaves(Position place, @Nullable Entry entry) {
      Fence there = places.get(place);
      String random = tag.substring(tag.indexOf('.') + 1);
      return new Fence(higher(there), entry, repairs(there, sequence) + "." + random);
    }

    private Sequence higher(@Nullable Fence fence) {
      return fence == null || fence.sequence().compareTo(sequence) < 0
          ? sequence
          : fence.sequence();
    }
  }
}
