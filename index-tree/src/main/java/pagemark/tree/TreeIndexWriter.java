package pagemark.tree;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Place;
import pagemark.entry.Position;
import pagemark.index.GroupLook;
import pagemark.index.GroupWrite;
import pagemark.index.IndexException;
import pagemark.index.LookResult;
import pagemark.index.Op;
import pagemark.index.PageIndexWriter;
import pagemark.index.Verdict;
import pagemark.index.WriteResult;
import pagemark.index.WriteResult.Written;
import pagemark.index.rows.RowRuns;
import pagemark.tree.node.Leaf.Register;
import pagemark.tree.request.MissingGenerationException;
import pagemark.tree.request.RootScan;
import pagemark.tree.write.PlaceOp;
import pagemark.tree.write.TreeWriter;

/// Writes groups, by the rules of registers by place: an op says of its entry's place that it is
/// there, and of the places of its old entries that nothing is there. So an op should name all old
/// entries that its records tell of.
///
/// @param isMarked whether a generation has a marker, read consistently
/// @param clock the store's, as the last reply told it
/// @param fencePeriod how long a register keeps its stamp at least
/// @param parallel runs the writes of several groups
/// @param roots finds the groups that a sweep visits
/// @param runs keeps the rows of large rebuilds
/// @param refusal why the store takes no listing with that many cells; empty if it does
public record TreeIndexWriter(
    TreeWriter trees,
    Predicate<String> isMarked,
    InstantSource clock,
    Duration fencePeriod,
    Parallel parallel,
    RootScan roots,
    RowRuns runs,
    IntFunction<Optional<String>> refusal)
    implements PageIndexWriter {
  /// A generation that no rebuild makes, so it is missing. The name is as long as others, because
  /// functions may only read what has a name of that length.
  private static final String NO_GENERATION = "store-time";

  /// Runs tasks side by side.
  @FunctionalInterface
  public interface Parallel {
    /// @return the results, in order
    <T> List<T> all(List<Callable<T>> tasks);
  }

  private long period() {
    return clock.instant().getEpochSecond() / fencePeriod.toSeconds();
  }

  @Override
  public List<WriteResult> write(List<GroupWrite> writes) {
    Map<String, WriteResult> unwritable =
        unmarked(
            writes.stream().map(write -> write.group().generation()).distinct().toList(),
            new WriteResult.Unmarked(),
            WriteResult.Failed::new);
    List<Callable<WriteResult>> tasks = new ArrayList<>();
    for (GroupWrite write : writes) {
      WriteResult not = unwritable.get(write.group().generation());
      tasks.add(() -> not == null ? write(write) : not);
    }
    return parallel.all(tasks);
  }

  /// Turns the failure of a call into its result.
  @FunctionalInterface
  private interface Failure<T> {
    T of(IndexException cause);
  }

  /// The results for generations that cannot be used.
  private <T> Map<String, T> unmarked(List<String> generations, T unmarked, Failure<T> failure) {
    Map<String, T> results = new HashMap<>();
    for (String generation : generations) {
      try {
        if (!isMarked.test(generation)) {
          results.put(generation, unmarked);
        }
      } catch (IndexException e) {
        results.put(generation, failure.of(e));
      }
    }
    return results;
  }

  private WriteResult write(GroupWrite write) {
    BooleanSupplier isTooLate = () -> clock.instant().isAfter(write.notAfter());
    long period = period();
    if (isTooLate.getAsBoolean()) {
      return new WriteResult.Expired();
    }
    List<PlaceOp> ops = new ArrayList<>();
    for (int i = 0; i < write.ops().size(); i++) {
      addPlaces(i, write.ops().get(i), ops);
    }
    try {
      return trees
          .write(write.group(), ops, period, isTooLate)
          .<WriteResult>map(verdicts -> written(write.ops(), verdicts))
          .orElseGet(WriteResult.Expired::new);
    } catch (MissingGenerationException e) {
      return new WriteResult.Unmarked();
    } catch (IndexException e) {
      return new WriteResult.Failed(e);
    }
  }

  private static void addPlaces(int number, Op op, List<PlaceOp> places) {
    Entry entry = op.entry();
    if (entry != null) {
      places.add(place(number, op, entry.position(), entry.cell()));
    }
    op.departed().stream().sorted().forEach(old -> places.add(place(number, op, old, null)));
  }

  private static PlaceOp place(int number, Op op, Position position, @Nullable Cell cell) {
    return new PlaceOp(number, Place.of(position), cell, op.rule().at(position));
  }

  /// An op that names no place changes none, so it is a duplicate.
  private static Written written(List<Op> ops, Map<Integer, Verdict> verdicts) {
    int applied = 0;
    int duplicates = 0;
    List<Op> refused = new ArrayList<>();
    for (int i = 0; i < ops.size(); i++) {
      switch (verdicts.getOrDefault(i, Verdict.DUPLICATE)) {
        case APPLIED -> applied++;
        case DUPLICATE -> duplicates++;
        case REFUSED -> refused.add(ops.get(i));
      }
    }
    return new Written(applied, duplicates, refused);
  }

  @Override
  public Optional<String> refusal(int cells) {
    return refusal.apply(cells);
  }

  @Override
  public Optional<RowRuns> rowRuns() {
    return Optional.of(runs);
  }

  @Override
  public List<LookResult> look(List<GroupLook> looks) {
    Map<String, LookResult> unreadable =
        unmarked(
            looks.stream().map(look -> look.group().generation()).distinct().toList(),
            new LookResult.Unmarked(),
            LookResult.Failed::new);
    List<Callable<LookResult>> tasks = new ArrayList<>();
    for (GroupLook look : looks) {
      LookResult not = unreadable.get(look.group().generation());
      tasks.add(() -> not == null ? look(look) : not);
    }
    return parallel.all(tasks);
  }

  private LookResult look(GroupLook look) {
    Instant at = clock.instant();
    List<Bytes> places =
        look.items().stream()
            .map(GroupLook.Item::entry)
            .filter(Objects::nonNull)
            .map(entry -> Place.of(entry.position()))
            .distinct()
            .toList();
    try {
      List<Register> registers = trees.look(look.group(), places, period());
      Map<Bytes, Register> byPlace = new HashMap<>();
      for (int i = 0; i < places.size(); i++) {
        byPlace.put(places.get(i), registers.get(i));
      }
      return new LookResult.Looked(
          at, look.items().stream().map(item -> register(item.entry(), byPlace)).toList());
    } catch (MissingGenerationException e) {
      return new LookResult.Unmarked();
    } catch (IndexException e) {
      return new LookResult.Failed(e);
    }
  }

  private static LookResult.Register register(@Nullable Entry entry, Map<Bytes, Register> byPlace) {
    if (entry == null) {
      return new LookResult.Register(null, false);
    }
    Bytes place = Place.of(entry.position());
    Register register = byPlace.getOrDefault(place, Register.NONE);
    return new LookResult.Register(register.fence(place), entry.cell().equals(register.cell()));
  }

  @Override
  public Sweep sweep(String generation, String position, BooleanSupplier hasTime) {
    return new TreeSweep(roots, trees).from(generation, position, hasTime, period());
  }

  /// A walk reads all nodes, and finds little new before a period is over. The pause is a twelfth
  /// shorter, for the time that the walk itself takes.
  @Override
  public Duration sweepPause() {
    return fencePeriod.multipliedBy(11).dividedBy(12);
  }

  /// Asks the store: reads a marker that is not there, and takes the time of the reply.
  @Override
  public Instant time() {
    boolean _ = isMarked.test(NO_GENERATION);
    return clock.instant();
  }
}
