package pagemark.index;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Place;

/// Reads all entries that an index holds, for audits and for people. It changes nothing but counts,
/// by [#keptCounts]. A call throws [IndexException.Unavailable] if the store cannot be reached.
public interface Inspector {
  /// Visits the groups of a generation that may have entries, in any order. A group that has
  /// entries or fences all the time is visited at least once, whatever its counts say. So a group
  /// whose last entry was removed is visited for as long as a fence says so, a day or more.
  ///
  /// @param chunk receives a few hundred groups at a time; a group may come in two chunks
  void groups(String generation, Consumer<List<GroupRef>> chunk);

  /// Counts the entries of each group. Each count is of one moment.
  ///
  /// @param cells the cells that the groups can have
  /// @return the sizes in the order of `groups`
  List<GroupSize> sizes(List<GroupRef> groups, Collection<Cell> cells);

  /// The sets that have all entries of a group: [Cell#WHOLE], and each cell if the store keeps
  /// cells apart, because an entry may then be in one of the two alone.
  ///
  /// @param cells the cells that the group can have
  List<Cell> sets(Collection<Cell> cells);

  /// Reads a part of a set: its next few hundred or thousand entries in the order of [Place]s. All
  /// parts together have each entry once that exists all the time.
  ///
  /// @param set one of [#sets]
  /// @param from the last part's `next`, or the place of an entry; [Place#FIRST] for the first part
  EntriesPart entries(GroupRef group, Cell set, Bytes from);

  /// A part of a set of entries. One without entries need not be the last.
  ///
  /// @param entries have their cell if the store knows it, else the set
  /// @param next where to go on, as a [Place] or the first bytes of one; null at the end
  record EntriesPart(List<Entry> entries, @Nullable Bytes next) {
    public static final EntriesPart NONE = new EntriesPart(List.of(), null);

    public EntriesPart {
      entries = List.copyOf(entries);
    }
  }

  /// Checks and corrects the counts that the store keeps. Empty if it keeps none.
  default Optional<KeptCounts> keptCounts() {
    return Optional.empty();
  }

  /// Finds what no group leads to. Empty if the store cannot have any.
  default Optional<StrayNodes> strayNodes() {
    return Optional.empty();
  }

  /// The counts that a store keeps beside the entries of a group, so that it can tell ranks.
  interface KeptCounts {
    /// Compares the counts with the entries.
    ///
    /// @return the number of wrong counts
    long wrong(GroupRef group);

    /// Corrects wrong counts.
    ///
    /// @return as [#wrong] would
    long correct(GroupRef group);
  }

  /// Finds what no group leads to: it is never read, and only a new generation gets rid of it.
  @FunctionalInterface
  interface StrayNodes {
    /// Reads a part of a generation, and counts what no group leads to.
    ///
    /// @param from the last part's `next`; empty for the first part
    Strays find(String generation, String from);
  }

  /// @param next where to go on, in the store's words; empty at the end
  record Strays(long found, String next) {
    public static final Strays NONE = new Strays(0, "");
  }

  /// The memory that a group takes. Empty if the store neither tells it nor has a formula for it.
  ///
  /// @param cells the cells that the group can have
  default Optional<Weight> weight(GroupRef group, Collection<Cell> cells) {
    return Optional.empty();
  }

  /// The memory that groups take.
  ///
  /// @param bytes the memory of all keys, fences included
  /// @param isEstimated whether the store does not tell the bytes. Then they are those of the
  ///   entries alone, by the store's layout and a few of them
  /// @param leaves how many nodes of a counted tree hold the entries, without groups of one leaf; 0
  ///   if no sweep leaves nodes half empty
  record Weight(long bytes, boolean isEstimated, long leaves) {
    public static final Weight NONE = new Weight(0, false, 0);

    public Weight plus(Weight other) {
      return new Weight(
          bytes + other.bytes, isEstimated || other.isEstimated, leaves + other.leaves);
    }
  }

  /// The numbers of entries of a group.
  ///
  /// @param all the entries of the whole group
  /// @param cells the entries of all cells together; equal to `all` in a sound group, and in a
  ///   listing without filters
  record GroupSize(GroupRef group, long all, long cells) {}
}
