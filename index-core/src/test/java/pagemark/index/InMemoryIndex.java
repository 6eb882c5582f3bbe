package pagemark.index;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Place;
import pagemark.entry.Position;
import pagemark.index.Inspector.GroupSize;
import pagemark.index.PageIndexWriter.Sweep;
import pagemark.index.WriteResult.Unmarked;
import pagemark.index.rows.InMemoryRuns;
import pagemark.index.rows.RowRuns;

/// The index in plain sorted sets: the oracle for the real stores, and a working index for tests of
/// the functions.
///
/// It holds two maps, and is all four ports over them, so that each call is atomic:
///
/// - `markers`: the state of each of four slots, for each generation. A group is in the slot of its
///   name's hash, and all that is in a slot can be lost together.
/// - `groups`: an [InMemoryGroup] for each group, with its entries and its fences: by item, or by
///   place. Writes go there; [InMemoryPages] reads pages and counts from it.
///
/// The file goes through them in this order:
///
/// 1. the store and its ports
/// 2. pages and counts, which a slot that is not READY refuses
/// 3. writes, looks and sweeps, with the witnesses of each writer
/// 4. markers
/// 5. the inspector
/// 6. what only tests can do: look inside, corrupt and age a group, save and restore, lose data
///
/// A page costs as much as its group is large: the oracle sorts what the stores count.
public final class InMemoryIndex
    implements IndexStore,
        PageIndexReader,
        PageIndexWriter,
        Markers,
        Markers.StoredData,
        Inspector {
  private static final int SLOTS = 4;
  private static final int PART = 1_000;
  private static final int ROW_BYTES = 200;

  private record Slot(int number, String generation) {}

  private record Marker(State state, String nonce) {}

  private final InstantSource clock;
  private final IndexSettings settings;
  private final Map<Slot, Marker> markers = new HashMap<>();
  private final Map<GroupRef, InMemoryGroup> groups = new HashMap<>();
  private final Witnesses witnesses = new Witnesses();

  private final int bytesMax;
  private final Supplier<InMemoryGroup> emptyGroup;
  private final @Nullable RowRuns runs;
  private volatile List<String> dangers = List.of();

  public InMemoryIndex(InstantSource clock, IndexSettings settings) {
    this(clock, settings, Integer.MAX_VALUE);
  }

  /// @param bytesMax the maximum length of a member, an item key and a group's name
  public InMemoryIndex(InstantSource clock, IndexSettings settings, int bytesMax) {
    this(clock, settings, bytesMax, FencedItems::new, null);
  }

  private InMemoryIndex(
      InstantSource clock,
      IndexSettings settings,
      int bytesMax,
      Supplier<InMemoryGroup> emptyGroup,
      @Nullable RowRuns runs) {
    this.clock = clock;
    this.settings = settings;
    this.bytesMax = bytesMax;
    this.emptyGroup = emptyGroup;
    this.runs = runs;
  }

  /// An index that keeps fences by place, and wants the rows of a rebuild in order: a batch has two
  /// rows, and three runs are merged at a time.
  public static InMemoryIndex byPlace(InstantSource clock, IndexSettings settings) {
    return new InMemoryIndex(
        clock, settings, Integer.MAX_VALUE, FencedPlaces::new, new InMemoryRuns(ROW_BYTES));
  }

  @Override
  public PageIndexReader reader() {
    return this;
  }

  @Override
  public PageIndexWriter writer() {
    return new Writer(this, new Witnesses());
  }

  /// A writer with witnesses of its own.
  private record Writer(InMemoryIndex index, Witnesses kept) implements PageIndexWriter {
    @Override
    public List<WriteResult> write(List<GroupWrite> writes) {
      return index.write(writes, kept);
    }

    @Override
    public Optional<RowRuns> rowRuns() {
      return index.rowRuns();
    }

    @Override
    public Optional<Witnesses> witnesses() {
      return Optional.of(kept);
    }

    @Override
    public String part(GroupRef group) {
      return index.part(group);
    }

    @Override
    public Duration sweepPause() {
      return index.sweepPause();
    }

    @Override
    public List<LookResult> look(List<GroupLook> looks) {
      return index.look(looks);
    }

    @Override
    public Optional<String> refusal(GroupRef group, Bytes item, Entry entry) {
      return index.refusal(group, item, entry);
    }

    @Override
    public Optional<String> refusal(int cells) {
      return index.refusal(cells);
    }

    @Override
    public Sweep sweep(String generation, String position, BooleanSupplier hasTime) {
      return index.sweep(generation, position, hasTime);
    }

    @Override
    public Instant time() {
      return index.time();
    }
  }

  @Override
  public Markers markers() {
    return this;
  }

  @Override
  public Inspector inspector() {
    return this;
  }

  @Override
  public void connect() {}

  @Override
  public void disconnect() {}

  @Override
  public void close() {}

  private static Slot slot(GroupRef group) {
    return new Slot(slotNumber(group), group.generation());
  }

  /// The slot of a group, for tests that lose one alone.
  public static int slotNumber(GroupRef group) {
    return Math.floorMod(group.group().hashCode(), SLOTS);
  }

  private InMemoryGroup readable(GroupRef group) {
    Marker marker = markers.get(slot(group));
    if (marker == null || marker.state() != State.READY) {
      throw new IndexException.NotReady(group.generation());
    }
    return groups.getOrDefault(group, emptyGroup.get());
  }

  @Override
  public synchronized PageSlice page(PageQuery query) {
    return new InMemoryPages(readable(query.group())).page(query);
  }

  @Override
  public synchronized List<Long> counts(CountQuery query) {
    return new InMemoryPages(readable(query.group())).counts(query);
  }

  @Override
  public synchronized List<WriteResult> write(List<GroupWrite> writes) {
    return write(writes, witnesses);
  }

  private synchronized List<WriteResult> write(List<GroupWrite> writes, Witnesses by) {
    return writes.stream().map(write -> write(write, by)).toList();
  }

  private WriteResult write(GroupWrite write, Witnesses by) {
    Slot slot = slot(write.group());
    if (!markers.containsKey(slot)) {
      by.forget(slot.generation(), slot.number());
      return new Unmarked();
    }
    if (clock.instant().isAfter(write.notAfter())) {
      return new WriteResult.Expired();
    }
    Witness expected = by.last(slot.generation(), slot.number());
    if (expected != null && isGone(expected)) {
      by.missed(slot.number(), expected);
    }
    requireHeld(write);
    InMemoryGroup group = groups.computeIfAbsent(write.group(), g -> emptyGroup.get());
    WriteResult written = group.write(write.ops(), period());
    Op last = group.held();
    if (last != null) {
      by.acknowledged(slot.number(), Witness.of(write.group(), last, clock.instant()));
    }
    return written;
  }

  private boolean isGone(Witness witness) {
    return !clock.instant().isAfter(witness.at().plus(settings.witnessed()))
        && look(witness.look()) instanceof LookResult.Looked(_, var registers)
        && !witness.isThere(registers.getFirst());
  }

  private Optional<String> refusal(GroupRef group, Op op) {
    Entry entry = op.entry();
    return entry == null ? Optional.empty() : refusal(group, op.item(), entry);
  }

  private void requireHeld(GroupWrite write) {
    for (Op op : write.ops()) {
      refusal(write.group(), op)
          .ifPresent(
              reason -> {
                throw new IllegalArgumentException(reason);
              });
    }
  }

  @Override
  public Limits limits(int cells) {
    return Limits.none(ROW_BYTES);
  }

  @Override
  public Optional<String> refusal(GroupRef group, Bytes item, Entry entry) {
    int bytes =
        IntStream.of(
                Bytes.utf8(group.group().text()).length(),
                item.length(),
                entry.position().member().length())
            .max()
            .orElseThrow();
    return bytes <= bytesMax
        ? Optional.empty()
        : Optional.of("takes %,d bytes; valid are up to %,d".formatted(bytes, bytesMax));
  }

  @Override
  public Optional<RowRuns> rowRuns() {
    return Optional.ofNullable(runs);
  }

  @Override
  public Optional<Witnesses> witnesses() {
    return Optional.of(witnesses);
  }

  private long period() {
    return clock.instant().getEpochSecond() / settings.fencePeriod().toSeconds();
  }

  @Override
  public synchronized List<LookResult> look(List<GroupLook> looks) {
    return looks.stream().map(this::look).toList();
  }

  private LookResult look(GroupLook look) {
    if (!markers.containsKey(slot(look.group()))) {
      return new LookResult.Unmarked();
    }
    return new LookResult.Looked(clock.instant(), group(look.group()).look(look.items(), period()));
  }

  private InMemoryGroup group(GroupRef group) {
    return groups.getOrDefault(group, emptyGroup.get());
  }

  /// Takes one group in each step, in the order of names.
  @Override
  public synchronized Sweep sweep(String generation, String position, BooleanSupplier hasTime) {
    NavigableMap<String, GroupRef> all = new TreeMap<>();
    groups.keySet().stream()
        .filter(group -> group.generation().equals(generation))
        .forEach(group -> all.put("behind " + group, group));
    String last = position.equals(Sweep.BEGIN) ? "behind " : position;
    long removed = 0;
    for (Map.Entry<String, GroupRef> next : all.tailMap(last, false).entrySet()) {
      if (!hasTime.getAsBoolean()) {
        return new Sweep(removed, last);
      }
      removed += group(next.getValue()).sweep(period());
      groups.values().removeIf(InMemoryGroup::isEmpty);
      last = next.getKey();
    }
    return new Sweep(removed, Sweep.BEGIN);
  }

  @Override
  public Instant time() {
    return clock.instant();
  }

  @Override
  public synchronized int building(String generation, String nonce, Instant birth) {
    int marked = 0;
    for (int number = 0; number < SLOTS; number++) {
      Slot slot = new Slot(number, generation);
      Marker marker = markers.get(slot);
      if (marker == null || !marker.nonce().equals(nonce)) {
        markers.put(slot, new Marker(State.BUILDING, nonce));
        marked++;
      }
    }
    return marked;
  }

  @Override
  public synchronized int ready(String generation, String nonce) {
    int lost = 0;
    for (int number = 0; number < SLOTS; number++) {
      Slot slot = new Slot(number, generation);
      Marker marker = markers.get(slot);
      if (marker == null || !marker.nonce().equals(nonce)) {
        lost++;
      } else {
        markers.put(slot, new Marker(State.READY, nonce));
      }
    }
    return lost;
  }

  @Override
  public synchronized Map<State, Integer> count(String generation) {
    Map<State, Integer> count = new EnumMap<>(State.class);
    markers.forEach(
        (slot, marker) -> {
          if (slot.generation().equals(generation)) {
            count.merge(marker.state(), 1, Integer::sum);
          }
        });
    return count;
  }

  @Override
  public List<String> dangers() {
    return dangers;
  }

  @Override
  public int slots() {
    return SLOTS;
  }

  @Override
  public synchronized void drop(String generation) {
    markers.keySet().removeIf(slot -> slot.generation().equals(generation));
    groups.keySet().removeIf(group -> group.generation().equals(generation));
    rowRuns().ifPresent(all -> all.drop(generation));
  }

  @Override
  public void groups(String generation, Consumer<List<GroupRef>> chunk) {
    List<GroupRef> found;
    synchronized (this) {
      found =
          groups.entrySet().stream()
              .filter(e -> e.getKey().generation().equals(generation))
              .filter(e -> !e.getValue().isEmpty())
              .map(Map.Entry::getKey)
              .toList();
    }
    chunk.accept(found);
  }

  @Override
  public synchronized List<GroupSize> sizes(List<GroupRef> groups, Collection<Cell> cells) {
    return groups.stream()
        .map(g -> new GroupSize(g, group(g).positions().size(), group(g).inCells()))
        .toList();
  }

  @Override
  public List<Cell> sets(Collection<Cell> cells) {
    return Stream.concat(Stream.of(Cell.WHOLE), cells.stream().filter(cell -> !cell.isWhole()))
        .toList();
  }

  @Override
  public synchronized EntriesPart entries(GroupRef group, Cell set, Bytes from) {
    NavigableSet<Position> all = group(group).positions(set);
    List<Position> found =
        (from.equals(Place.FIRST) ? all : all.tailSet(Place.position(from), true))
            .stream().limit(PART + 1).toList();
    boolean more = found.size() > PART;
    return new EntriesPart(
        found.stream().limit(PART).map(position -> new Entry(set, position)).toList(),
        more ? Place.of(found.getLast()) : null);
  }

  /// The entries of a group, at one moment and in all cells.
  public synchronized GroupDump dump(GroupRef group) {
    return group(group).dump();
  }

  /// The fences of a group by item key; none if they are kept by place.
  public synchronized Map<Bytes, Fence> fences(GroupRef group) {
    return group(group) instanceof FencedItems items ? items.byItem() : Map.of();
  }

  /// Sets the dangers that the store reports.
  public void endanger(String... sentences) {
    dangers = List.of(sentences);
  }

  /// The number of groups and fences.
  public synchronized long size() {
    return groups.size() + groups.values().stream().mapToLong(InMemoryGroup::fences).sum();
  }

  /// Makes the fences of a group older, as if time had passed.
  public synchronized void ageFences(GroupRef group, int periods) {
    group(group).ageFences(periods);
  }

  /// Adds or removes an entry against all rules, like corruption.
  public synchronized void plant(GroupRef group, Entry entry, boolean present) {
    groups.computeIfAbsent(group, g -> emptyGroup.get()).plant(entry, present);
  }

  /// Drops the fences of a group, as if time had passed.
  public synchronized void forgetFences(GroupRef group) {
    group(group).forgetFences();
  }

  /// The generations that have any data.
  public synchronized Set<String> generations() {
    return Stream.concat(
            markers.keySet().stream().map(Slot::generation),
            groups.keySet().stream().map(GroupRef::generation))
        .collect(Collectors.toSet());
  }

  @Override
  public Optional<StoredData> storedData() {
    return Optional.of(this);
  }

  @Override
  public List<Data> list() {
    return generations().stream().map(id -> new Data("memory-" + id, id, false)).toList();
  }

  @Override
  public boolean remove(Data data) {
    drop(data.generation());
    return true;
  }

  /// Returns a way to restore the present state, like a restart from a file.
  public Runnable saved() {
    return saved(_ -> true);
  }

  /// Returns a way to restore the present state of one slot, like a failover to a replica that
  /// lags.
  public Runnable saved(int slot) {
    return saved(number -> number == slot);
  }

  private synchronized Runnable saved(IntPredicate slots) {
    Map<Slot, Marker> markersThen = new HashMap<>(markers);
    markersThen.keySet().removeIf(slot -> !slots.test(slot.number()));
    Map<GroupRef, InMemoryGroup> groupsThen = copy(groups);
    groupsThen.keySet().removeIf(group -> !slots.test(slotNumber(group)));
    return () -> {
      synchronized (this) {
        lose(slots);
        markers.putAll(markersThen);
        groups.putAll(copy(groupsThen));
      }
    };
  }

  private static Map<GroupRef, InMemoryGroup> copy(Map<GroupRef, InMemoryGroup> groups) {
    Map<GroupRef, InMemoryGroup> copy = new HashMap<>();
    groups.forEach((group, content) -> copy.put(group, content.copy()));
    return copy;
  }

  /// Loses everything, like FLUSHALL.
  public synchronized void flush() {
    markers.clear();
    groups.clear();
  }

  /// Loses one slot, like the end of a cluster's node.
  public synchronized void loseSlot(int number) {
    lose(slot -> slot == number);
  }

  private void lose(IntPredicate slots) {
    markers.keySet().removeIf(slot -> slots.test(slot.number()));
    groups.keySet().removeIf(group -> slots.test(slotNumber(group)));
  }

  /// Loses the entries of a group, with or without its fences, like a server that evicts keys.
  public synchronized void evict(GroupRef group, boolean fences) {
    InMemoryGroup gone = group(group);
    gone.forgetEntries();
    if (fences) {
      gone.forgetFences();
    }
  }

  /// Reader and writer have it.
  @Override
  public String part(GroupRef group) {
    return "";
  }
}
