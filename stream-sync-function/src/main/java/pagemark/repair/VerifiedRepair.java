package pagemark.repair;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.index.GroupLook;
import pagemark.index.GroupWrite;
import pagemark.index.LookResult;
import pagemark.index.Sequence;
import pagemark.index.WriteResult;
import pagemark.listing.Indexable;
import pagemark.state.Generation;
import pagemark.state.QuarantinedItem;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Makes an index agree with the table about items in doubt. A doubt alone changes nothing.
///
/// For up to 100 items at once, it
///
/// 1. reads the fences of each item from the index: in each group in doubt, the item's and those of
///    all places where it may be;
/// 2. reads the items from the table with a consistent read, which is at least as new as everything
///    that was applied before step 1;
/// 3. puts each item into its groups, and removes it from all its other places there, if its fence
///    is unchanged (compare-and-set);
/// 4. removes it from all other groups in doubt, in the same way. So an item that moves is in both
///    groups for a moment, never in none;
/// 5. begins anew, at most six times, with those groups in which a fence has changed.
///
/// A doubt about one entry settles the entry's group alone.
///
/// Cost of a round: one look at the index, one BatchGetItem, and at most two writes to the index.
///
/// It also puts items that cannot be indexed into quarantine, for everyone who finds one, and takes
/// them out.
///
/// @param truth says where an item of the table belongs in a generation
public record VerifiedRepair(
    IndexedTable table, BiFunction<Generation, Map<String, AttributeValue>, Indexable> truth) {
  private static final int ITEMS_PER_READ = 100;

  /// Includes one try more for an item that is found in a group or at a place that was not in
  /// doubt.
  private static final int TRIES_MAX = 6;

  /// Puts an item that cannot be indexed into quarantine.
  ///
  /// @param reason names the attribute and its valid values, or the limit of the store
  /// @return the item as it is kept
  public QuarantinedItem quarantine(Doubt item, String reason) {
    QuarantinedItem poison = poison(item, reason);
    table.quarantine().add(poison);
    return poison;
  }

  private QuarantinedItem poison(Doubt item, String reason) {
    String listing = item.generation().listing();
    Instant now = table.clock().instant();
    return new QuarantinedItem(listing, item.key(), item.sequence(), reason, now);
  }

  /// Takes an item out of quarantine that a record shows to be good, unless a newer record of it is
  /// there. Costs a read, and a write if the item is in quarantine.
  public void cure(Doubt item) {
    table.quarantine().settle(poison(item, ""));
  }

  /// An item in one generation.
  private record Id(String generation, Map<String, AttributeValue> key) {}

  /// Repairs the items in doubt. Failures are outcomes and are never thrown.
  ///
  /// @param hasTime whether another round of calls may begin; if not, open doubts remain
  /// @return one outcome for each doubt, in order
  public List<Outcome> settle(List<Doubt> doubts, BooleanSupplier hasTime) {
    Map<Id, Doubt> byItem = new LinkedHashMap<>();
    doubts.forEach(doubt -> byItem.merge(id(doubt), doubt, Doubt::and));
    Map<Id, Repair> repairs = new LinkedHashMap<>();
    byItem.forEach((id, doubt) -> repairs.put(id, new Repair(doubt)));
    List<Repair> all = List.copyOf(repairs.values());
    for (int from = 0; from < all.size(); from += ITEMS_PER_READ) {
      settleSome(all.subList(from, Math.min(from + ITEMS_PER_READ, all.size())), hasTime);
    }
    return doubts.stream().map(doubt -> outcome(repairs.get(id(doubt)))).toList();
  }

  private static Id id(Doubt doubt) {
    return new Id(doubt.generation().id(), doubt.key());
  }

  private static Outcome outcome(@Nullable Repair repair) {
    return repair == null ? new Outcome.Moving() : repair.outcome();
  }

  private void settleSome(List<Repair> repairs, BooleanSupplier hasTime) {
    List<Repair> open = repairs.stream().filter(Repair::isOpen).toList();
    for (int tries = 0; tries < TRIES_MAX && !open.isEmpty() && hasTime.getAsBoolean(); tries++) {
      look(open);
      judge(open.stream().filter(Repair::isOpen).toList());
      send(open, repair -> repair.arrivals(table.freshness().lease()));
      send(open, repair -> repair.departures(table.freshness().lease()));
      open.forEach(Repair::finish);
      open = open.stream().filter(Repair::isOpen).toList();
    }
  }

  private record Question(Repair repair, GroupLook look) {}

  private void look(List<Repair> repairs) {
    List<Question> questions = new ArrayList<>();
    for (Repair repair : repairs) {
      repair.looks().forEach(look -> questions.add(new Question(repair, look)));
    }
    List<LookResult> results = table.index().look(questions.stream().map(Question::look).toList());
    for (int i = 0; i < questions.size(); i++) {
      settleLook(questions.get(i), results.get(i));
    }
  }

  private static void settleLook(Question question, LookResult result) {
    switch (result) {
      case LookResult.Looked(var at, var registers) ->
          question.repair().see(question.look(), registers, at);
      case LookResult.Unmarked() -> question.repair().close(question.look().group());
      case LookResult.Failed(var cause) -> question.repair().fail(cause);
    }
  }

  private void judge(List<Repair> repairs) {
    if (repairs.isEmpty()) {
      return;
    }
    try {
      var items = table.items().read(repairs.stream().map(Repair::key).distinct().toList());
      repairs.forEach(
          repair ->
              repair.judge(
                  truth.apply(repair.generation(), items.getOrDefault(repair.key(), Map.of()))));
    } catch (SdkException e) {
      repairs.forEach(repair -> repair.fail(e));
    }
  }

  private record Sent(Repair repair, GroupWrite write) {}

  private void send(List<Repair> repairs, Function<Repair, List<GroupWrite>> wave) {
    List<Sent> sent =
        repairs.stream()
            .filter(Repair::isOpen)
            .flatMap(repair -> wave.apply(repair).stream().map(write -> new Sent(repair, write)))
            .toList();
    if (sent.isEmpty()) {
      return;
    }
    List<WriteResult> results = table.index().write(sent.stream().map(Sent::write).toList());
    for (int i = 0; i < sent.size(); i++) {
      settleWrite(sent.get(i), results.get(i));
    }
  }

  private static void settleWrite(Sent sent, WriteResult result) {
    if (wasTaken(result)) {
      sent.repair().close(sent.write().group());
    } else if (result instanceof WriteResult.Failed(var cause)) {
      sent.repair().fail(cause);
    }
  }

  /// If not, a fence has changed or the lease is over, and the group stays open.
  private static boolean wasTaken(WriteResult result) {
    return switch (result) {
      case WriteResult.Written(_, _, var refused) -> refused.isEmpty();
      case WriteResult.Unmarked() -> true;
      case WriteResult.Expired(), WriteResult.Failed _ -> false;
    };
  }

  /// The result of the repair of a [Doubt].
  public sealed interface Outcome {
    /// The index now agrees with the table about the item.
    record Settled() implements Outcome {}

    /// The item cannot be indexed, so it is not in the index.
    ///
    /// @param reason names the attribute and its valid values, never its value
    record Poisoned(String reason) implements Outcome {}

    /// The stream changed the item's register at every try, or the time was over. The doubt
    /// remains.
    record Moving() implements Outcome {}

    /// The index or the table could not be reached. The doubt remains.
    record Failed(RuntimeException cause) implements Outcome {}

    /// Whether the index needs no more changes.
    default boolean isSettled() {
      return switch (this) {
        case Settled _, Poisoned _ -> true;
        case Moving _, Failed _ -> false;
      };
    }
  }

  /// An item that may be wrong in an index: the input of a [VerifiedRepair].
  ///
  /// @param key the item's key attributes
  /// @param seen the entries that the item has, or may have, in each group; empty if unknown
  /// @param everywhere whether the item may lack its entry in other groups too; if not, nobody
  ///   looks at them
  /// @param sequence the number of the record that caused the doubt; [#NO_RECORD] if none did
  public record Doubt(
      Generation generation,
      Map<String, AttributeValue> key,
      Map<Group, Set<Entry>> seen,
      boolean everywhere,
      Sequence sequence) {
    /// Older than every record.
    public static final Sequence NO_RECORD = new Sequence("0");

    public Doubt {
      key = Map.copyOf(key);
      seen = Map.copyOf(seen);
    }

    /// A doubt about an item of which no entry is known.
    public static Doubt of(Generation generation, Map<String, AttributeValue> key) {
      return new Doubt(generation, key, Map.of(), true, NO_RECORD);
    }

    /// A doubt about an entry of the index, and so about its group alone.
    ///
    /// @param entry the entry, with [Cell#WHOLE] if its cell is unknown; then every cell is
    ///   searched
    public static Doubt ofEntry(Generation generation, Group group, Entry entry) {
      Map<String, AttributeValue> key =
          generation.definition().positions().keyAttributes(group, entry.position());
      return new Doubt(
          generation, key, Map.of(group, entries(generation, entry)), false, NO_RECORD);
    }

    private static Set<Entry> entries(Generation generation, Entry entry) {
      List<Cell> cells = generation.definition().cells();
      return cells.isEmpty() || !entry.cell().isWhole()
          ? Set.of(entry)
          : cells.stream()
              .map(cell -> new Entry(cell, entry.position()))
              .collect(Collectors.toSet());
    }

    /// Joins two doubts about the same item.
    Doubt and(Doubt other) {
      Map<Group, Set<Entry>> both = new HashMap<>(seen);
      other.seen.forEach((group, entries) -> both.merge(group, entries, Doubt::union));
      Sequence newer = sequence.compareTo(other.sequence) < 0 ? other.sequence : sequence;
      return new Doubt(generation, key, both, everywhere || other.everywhere, newer);
    }

    private static Set<Entry> union(Set<Entry> a, Set<Entry> b) {
      return Stream.concat(a.stream(), b.stream()).collect(Collectors.toSet());
    }
  }
}
