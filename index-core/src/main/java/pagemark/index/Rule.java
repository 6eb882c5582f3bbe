package pagemark.index;

import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Entry;
import pagemark.entry.Position;

/// Decides by an item's fence whether an op is applied, and which fence the op leaves. In a store
/// that keeps fences by place, each place of the op decides for itself, see [Fence].
/// `docs/internals/rules.md` says what goes wrong without each rule.
public sealed interface Rule {
  /// The fence that an op leaves if it is applied. Null if it leaves none.
  ///
  /// @param entry null if the item is not there
  @Nullable Fence leaves(@Nullable Entry entry);

  /// This rule for what an op says of one place, in a store that keeps fences by place.
  Rule at(Position place);

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

    @Override
    public Fence leaves(@Nullable Entry entry) {
      return new Fence(sequence, entry);
    }

    @Override
    public Newer at(Position place) {
      return new Newer(places.getOrDefault(place, sequence));
    }
  }

  /// The rule of a row that a scan has read: applied if there is no fence. It leaves no fence,
  /// because a row has no sequence. By place, it leaves what [Fence#ofRow] describes, which another
  /// row may replace.
  record Unfenced() implements Rule {
    @Override
    public @Nullable Fence leaves(@Nullable Entry entry) {
      return null;
    }

    @Override
    public Unfenced at(Position place) {
      return this;
    }
  }

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

    private static int repairs(@Nullable Fence seen, Sequence sequence) {
      return seen == null || seen.sequence().compareTo(sequence) < 0 ? 1 : seen.repairs() + 1;
    }

    @Override
    public Fence leaves(@Nullable Entry entry) {
      Sequence higher =
          seen == null || seen.sequence().compareTo(sequence) < 0 ? sequence : seen.sequence();
      return new Fence(higher, entry, tag);
    }

    /// Its tag counts one repair more than the fence of that place.
    @Override
    public Unchanged at(Position place) {
      Fence there = places.get(place);
      String random = tag.substring(tag.indexOf('.') + 1);
      return new Unchanged(there, Map.of(), sequence, repairs(there, sequence) + "." + random);
    }
  }
}
