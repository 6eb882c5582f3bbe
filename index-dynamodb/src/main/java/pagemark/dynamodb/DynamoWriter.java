package pagemark.dynamodb;

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
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import pagemark.dynamodb.node.Register;
import pagemark.dynamodb.request.MissingTableException;
import pagemark.dynamodb.tree.PlaceOp;
import pagemark.dynamodb.tree.TreeWriter;
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

/// Writes groups, by the rules of registers by place: an op says of its entry's place that it is
/// there, and of the places of its old entries that nothing is there. So an op should name all old
/// entries that its records tell of.
///
/// @param isMarked whether a generation has a marker, read consistently
/// @param clock the store's, as the last reply told it
/// @param fencePeriod how long a register keeps its stamp at least
/// @param parallel runs the writes of several groups
/// @param runs keeps the rows of large rebuilds
record DynamoWriter(
    TreeWriter trees,
    Predicate<String> isMarked,
    InstantSource clock,
    Duration fencePeriod,
    Parallel parallel,
    TreeSweep sweep,
    RowRuns runs)
    implements PageIndexWriter {
  /// A generation that no rebuild makes, so its table is missing. The name is as long as others,
  /// because functions may only read tables whose names have that length.
  private static final String NO_GENERATION = "store-time";

  /// Runs tasks side by side.
  @FunctionalInterface
  interface Parallel {
    /// @return the results, in order
    <T> List<T> all(List<Callable<T>> tasks);
  }

  /// With more combinations of filter values, nodes have so few children that the tree gets deep,
  /// and a record is counted at each level (`docs/decisions/0028-cells-in-dynamodb.md`).
  static final int CELLS_MAX = 128;

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
    } catch (MissingTableException e) {
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
    return cells <= CELLS_MAX
        ? Optional.empty()
        : Optional.of(
            ("its filters have %d combinations of values (with other), and an index in DynamoDB"
                    + " takes at most %d: an item that moves in a group of 50,000 takes 19 write"
                    + " units with 128 combinations, 31 with 256 and 47 with 512. Declare fewer"
                    + " values, or keep the index in Redis or SQL")
                .formatted(cells, CELLS_MAX));
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
    } catch (MissingTableException e) {
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
    return sweep.from(generation, position, hasTime, period());
  }

  /// A walk reads the whole table, and finds little new before a period is over. The pause is a
  /// twelfth shorter, for the time that the walk itself takes.
  @Override
  public Duration sweepPause() {
    return fencePeriod.multipliedBy(11).dividedBy(12);
  }

  /// Asks DynamoDB: reads a marker that is not there, and takes the time of the reply.
  @Override
  public Instant time() {
    boolean _ = isMarked.test(NO_GENERATION);
    return clock.instant();
  }
}
