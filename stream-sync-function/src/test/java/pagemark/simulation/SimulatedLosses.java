package pagemark.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Entry;
import pagemark.index.GroupDump;
import pagemark.index.GroupRef;
import pagemark.index.InMemoryIndex;
import pagemark.index.LookResult.Looked;
import pagemark.index.Turns;
import pagemark.index.Witness;
import pagemark.index.Witnesses;
import pagemark.listing.Indexable.Indexed;
import pagemark.simulation.Faults.Fault;
import pagemark.state.Generation;
import pagemark.state.InMemoryState;
import pagemark.state.Inexact;
import pagemark.state.writer.WitnessNotes;
import pagemark.sync.IndexCheck;
import pagemark.sync.RandomTable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A store that comes back with older data: all of it, as after a restart from a file, or one slot,
/// as after a failover to a replica that was behind.
///
/// A loss must be noticed if a note, or a process that still runs, had a witness of it when it
/// happened. It need not be noticed if there was no witness, or if all witnesses were written again
/// before anybody looked.
final class SimulatedLosses {
  private static final int COPIES_MAX = 8;

  /// One loss.
  ///
  /// @param generation the generation that has lost items
  /// @param items the lost items
  /// @param known the witnesses of the loss
  private record Loss(String generation, Instant at, Set<String> items, List<Known> known) {}

  /// A witness of a loss.
  ///
  /// @param by the memory of the process that knew it; null if it was in a note
  private record Known(Witness witness, @Nullable Witnesses by) {}

  private final Turns scheduler;
  private final Faults faults;
  private final Random random;
  private final InMemoryIndex index;
  private final InMemoryState state;
  private final WitnessNotes notes;
  private final List<SimulatedFunction> functions;
  private final List<Runnable> whole = new ArrayList<>();
  private final List<Runnable> slots = new ArrayList<>();
  private final List<Loss> losses = new ArrayList<>();
  private final Set<Loss> noticed = new HashSet<>();

  /// @param functions whose processes remember what they wrote
  SimulatedLosses(
      Turns scheduler,
      Faults faults,
      Random random,
      InMemoryIndex index,
      InMemoryState state,
      WitnessNotes notes,
      List<SimulatedFunction> functions) {
    this.scheduler = scheduler;
    this.faults = faults;
    this.random = random;
    this.index = index;
    this.state = state;
    this.notes = notes;
    this.functions = functions;
  }

  /// Saves the store sometimes, and lets it come back later.
  void step() {
    if (random.nextInt(3) == 0) {
      add(whole, index.saved());
      add(slots, index.saved(random.nextInt(index.slots())));
    }
    if (!whole.isEmpty() && faults.happens(Fault.STORE_RESTORED, 60)) {
      lose(whole.get(random.nextInt(whole.size())));
    }
    if (!slots.isEmpty() && faults.happens(Fault.SLOT_RESTORED, 40)) {
      lose(slots.get(random.nextInt(slots.size())));
    }
  }

  private void add(List<Runnable> copies, Runnable copy) {
    copies.add(copy);
    if (copies.size() > COPIES_MAX) {
      copies.removeFirst();
    }
  }

  private void lose(Runnable restored) {
    List<Generation> live =
        RandomTable.LISTINGS.byName().keySet().stream()
            .flatMap(listing -> state.live(listing).stream())
            .toList();
    List<Set<String>> before = live.stream().map(this::held).toList();
    List<List<Known>> there = live.stream().map(this::known).toList();
    restored.run();
    for (int i = 0; i < live.size(); i++) {
      Generation generation = live.get(i);
      losses.add(
          new Loss(
              generation.id(),
              scheduler.instant(),
              differing(before.get(i), held(generation)),
              there.get(i).stream().filter(this::isGone).toList()));
    }
  }

  /// All that the store holds of a generation, by item.
  private Set<String> held(Generation generation) {
    Set<String> held = new HashSet<>();
    for (String group : RandomTable.GROUPS) {
      GroupRef ref = IndexCheck.ref(generation, group);
      index.fences(ref).forEach((item, fence) -> held.add("%s %s".formatted(item, fence)));
      held.addAll(entries(generation, group, index.dump(ref)));
    }
    return held;
  }

  private static List<String> entries(Generation generation, String group, GroupDump dump) {
    return dump.cells().entrySet().stream()
        .flatMap(
            cell ->
                cell.getValue().stream()
                    .map(p -> entry(generation, group, new Entry(cell.getKey(), p))))
        .toList();
  }

  private static String entry(Generation generation, String group, Entry entry) {
    return "%s %s %s"
        .formatted(generation.definition().positions().itemKey(entry.position()), group, entry);
  }

  private static String item(String held) {
    return held.substring(0, held.indexOf(' '));
  }

  /// The witnesses in notes and running processes that the store still has.
  private List<Known> known(Generation generation) {
    Stream<Known> noted =
        notes
            .notes(
                generation.listing(),
                generation.id(),
                Instant.EPOCH,
                Instant.EPOCH.plus(Duration.ofDays(36_500)))
            .flatMap(note -> note.witnesses().stream())
            .map(witness -> new Known(witness, null));
    Stream<Known> remembered =
        functions.stream().flatMap(f -> remembered(f.witnesses(), generation));
    return Stream.concat(noted, remembered).filter(known -> !isGone(known)).toList();
  }

  private Stream<Known> remembered(Witnesses witnesses, Generation generation) {
    return IntStream.range(0, index.slots())
        .mapToObj(slot -> Stream.ofNullable(witnesses.last(generation.id(), slot)))
        .flatMap(stream -> stream)
        .map(witness -> new Known(witness, witnesses));
  }

  private boolean isGone(Known known) {
    return index.look(List.of(known.witness().look())).getFirst()
            instanceof Looked(_, var registers)
        && !known.witness().isThere(registers.getFirst());
  }

  /// Forgets the witnesses that a killed process had not noted yet.
  private boolean isForgotten(Known known) {
    return known.by() != null && functions.stream().noneMatch(f -> f.witnesses() == known.by());
  }

  /// Whether the store has come back with older data since then.
  boolean isAfter(Instant then) {
    return losses.stream().anyMatch(loss -> !loss.at().isBefore(then));
  }

  /// Collects the generations that are marked as having lost writes, before anybody clears the
  /// mark.
  void see(List<Generation> live) {
    for (Generation generation : live) {
      generation.inexact().stream()
          .filter(mark -> mark.cause() == Inexact.Cause.LOST_WRITES)
          .forEach(mark -> see(generation, mark));
    }
  }

  private void see(Generation generation, Inexact mark) {
    losses.stream()
        .filter(loss -> loss.generation().equals(generation.id()))
        .filter(loss -> !loss.known().isEmpty() && !loss.at().isAfter(mark.noticed()))
        .forEach(noticed::add);
  }

  /// Whether all differences of the index come from losses that nobody could notice.
  boolean explain(Generation generation, Collection<Map<String, AttributeValue>> items) {
    Set<String> wrong = wrong(generation, items);
    losses.stream()
        .filter(loss -> loss.generation().equals(generation.id()))
        .filter(loss -> !noticed.contains(loss))
        .filter(loss -> loss.known().stream().noneMatch(k -> isGone(k) && !isForgotten(k)))
        .forEach(loss -> wrong.removeAll(loss.items()));
    return wrong.isEmpty();
  }

  /// The items that differ between index and table.
  private Set<String> wrong(Generation generation, Collection<Map<String, AttributeValue>> items) {
    Set<String> right = new HashSet<>();
    for (Map<String, AttributeValue> item : items) {
      if (generation.definition().indexable(item) instanceof Indexed(var groups, var entry)) {
        groups.forEach(group -> right.add(entry(generation, group.text(), entry)));
      }
    }
    Set<String> there = new HashSet<>();
    for (String group : RandomTable.GROUPS) {
      there.addAll(entries(generation, group, index.dump(IndexCheck.ref(generation, group))));
    }
    return differing(right, there);
  }

  private static Set<String> differing(Set<String> some, Set<String> others) {
    return Stream.concat(
            some.stream().filter(each -> !others.contains(each)),
            others.stream().filter(each -> !some.contains(each)))
        .map(SimulatedLosses::item)
        .collect(Collectors.toSet());
  }
}
