package pagemark.audit;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import pagemark.audit.AuditResult.Count;
import pagemark.audit.Candidates.Asked;
import pagemark.audit.Progress.Tally;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Place;
import pagemark.index.GroupLook;
import pagemark.index.GroupRef;
import pagemark.index.IndexException;
import pagemark.index.Inspector.EntriesPart;
import pagemark.index.Inspector.GroupSize;
import pagemark.index.LookResult.Register;
import pagemark.listing.Indexable;
import pagemark.listing.Indexable.Indexed;
import pagemark.table.TableScan;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The two loops of an audit. Both collect candidates.
///
/// The first reads items, and asks the index for the entries of each. It reads all segments of the
/// table, some, or one page of each of many: a draw.
///
/// The second reads entries, and their items by key, and compares counts with what they count. If
/// all is compared, it reads those groups whose number of entries is not what the first loop has
/// confirmed or has changed since before it, that have wrong counts, or that lack an entry. A
/// sample has some groups read, and a draw some entries near that of an item.
final class Loops {
  private static final int ITEMS_PER_LOOK = 1_000;
  private static final int KEYS_PER_READ = 100;

  /// How many entries a draw compares. It compares a smaller group whole, with its counts.
  private static final int ENTRIES_PER_DRAW = 10;

  /// One of so many draws reads the begin of a group, where no item may be.
  private static final int DRAWS_PER_BEGIN = 8;

  private final Run run;
  private final Candidates candidates;
  private final List<Cell> sets;

  /// Groups whose counts were wrong at the first look.
  final Set<GroupRef> miscounted = ConcurrentHashMap.newKeySet();

  Loops(Run run, Candidates candidates) {
    this.run = run;
    this.candidates = candidates;
    this.sets = run.setup().inspector().sets(run.generation().definition().cells());
  }

  /// Notes how large the groups are before the first loop.
  void measure() {
    run.groups(
        chunk ->
            run.sizes(chunk)
                .forEach(size -> run.progress().tally(size.group().group()).before = size.all()));
  }

  /// An entry that an item should have, or may lack, as it has expired.
  private record Listed(
      Map<String, AttributeValue> key, Group group, Indexed truth, boolean mayLack) {}

  /// The first loop.
  ///
  /// @return whether all was read
  boolean readItems() {
    Progress progress = run.progress();
    List<Integer> segments =
        new ArrayList<>(IntStream.range(0, progress.segments).boxed().toList());
    if (progress.chosen < progress.segments) {
      Collections.shuffle(segments, new Random(progress.seed));
    }
    List<Integer> chosen = segments.subList(0, progress.chosen);
    run.each(chosen, this::readItems);
    return chosen.stream().allMatch(segment -> progress.after(segment) == null);
  }

  private void readItems(int segment) {
    Progress progress = run.progress();
    Map<String, AttributeValue> after = progress.after(segment);
    while (after != null && run.hasTimeToRead()) {
      TableScan.Page page = run.setup().scan().read(segment, progress.segments, after);
      List<Listed> listed = page.items().stream().flatMap(this::listed).toList();
      Run.inParts(listed, ITEMS_PER_LOOK, this::look);
      progress.count(Count.ITEMS, page.items().size());
      if (progress.draws) {
        progress.count(Count.DRAWS, 1);
        draw(listed);
      }
      progress.read(segment, progress.draws ? Map.of() : page.lastKey());
      after = progress.after(segment);
    }
  }

  private Stream<Listed> listed(Map<String, AttributeValue> item) {
    if (!(run.truth(item) instanceof Indexed truth)) {
      return Stream.of();
    }
    Map<String, AttributeValue> key = new TreeMap<>(item);
    key.keySet().removeIf(name -> run.codec().key().stream().noneMatch(k -> k.name().equals(name)));
    boolean mayLack = run.setup().indexed().mayLack(run.generation(), item);
    return truth.groups().stream().map(group -> new Listed(key, group, truth, mayLack));
  }

  private void look(List<Listed> listed) {
    Map<Group, List<Listed>> byGroup =
        listed.stream()
            .filter(item -> !run.progress().isTorn(item.group()))
            .collect(groupingBy(Listed::group, LinkedHashMap::new, toList()));
    List<GroupLook> looks = new ArrayList<>();
    byGroup.forEach(
        (group, items) ->
            looks.add(
                new GroupLook(
                    run.generation().group(group),
                    items.stream().map(item -> run.item(item.truth().entry())).toList())));
    Iterator<List<Register>> registers = run.look(looks).iterator();
    byGroup.values().forEach(items -> settle(items, registers.next()));
  }

  /// @param registers none if the group's tree is torn
  private void settle(List<Listed> items, List<Register> registers) {
    long confirmed = 0;
    boolean lacks = false;
    for (int i = 0; i < registers.size(); i++) {
      Listed item = items.get(i);
      if (registers.get(i).present()) {
        confirmed++;
      } else if (!item.mayLack()) {
        lacks = true;
        candidates.add(item.key(), null, item.truth());
      }
    }
    if (run.isWhole()) {
      run.progress().tally(items.getFirst().group()).add(confirmed, lacks);
    } else {
      run.progress().count(Count.ENTRIES, confirmed);
    }
  }

  private void draw(List<Listed> listed) {
    if (listed.isEmpty()) {
      return;
    }
    RandomGenerator random = run.setup().random();
    Listed drawn = listed.get(random.nextInt(listed.size()));
    try {
      for (GroupSize size : run.sizes(List.of(run.generation().group(drawn.group())))) {
        if (size.all() != size.cells()) {
          miscounted.add(size.group());
        }
        if (size.all() <= ENTRIES_PER_DRAW) {
          readGroup(size, new Tally());
          continue;
        }
        Bytes near = Place.of(drawn.truth().entry().position());
        Bytes from = random.nextInt(DRAWS_PER_BEGIN) == 0 ? Place.FIRST : near;
        Cell cell = drawn.truth().entry().cell();
        Cell set = random.nextBoolean() && sets.contains(cell) ? cell : Cell.WHOLE;
        List<Entry> entries = run.entries(size.group(), set, from).entries();
        int some = Math.min(ENTRIES_PER_DRAW, entries.size());
        compare(drawn.group(), entries.subList(0, some));
        run.progress().count(Count.ENTRIES, some);
      }
    } catch (IndexException.Torn e) {
      run.progress().tear(e);
    }
  }

  /// The second loop. A group that is emptied meanwhile is listed for as long as its fences live.
  /// So one with confirmed entries that is not listed has been missed or lost, and nobody has
  /// looked for its ghosts.
  ///
  /// @return whether all was read
  boolean readEntries() {
    run.groups(this::readGroups);
    Collection<Tally> groups = run.progress().groups.values();
    boolean over = groups.stream().noneMatch(tally -> tally.listed && !tally.done);
    long unlisted = groups.stream().filter(t -> t.confirmed > 0 && !t.listed && !t.done).count();
    run.progress().count(Count.UNLISTED, over ? unlisted : 0);
    return over;
  }

  private void readGroups(List<GroupRef> chunk) {
    List<GroupRef> chosen =
        chunk.stream().distinct().filter(group -> isChosen(group.group())).toList();
    chosen.forEach(group -> run.progress().tally(group.group()).listed = true);
    List<GroupRef> open =
        chosen.stream().filter(group -> !run.progress().tally(group.group()).done).toList();
    run.each(
        run.hasTimeToRead() ? run.sizes(open) : List.of(),
        size -> readGroup(size, run.progress().tally(size.group().group())));
  }

  private boolean isChosen(Group group) {
    long mixed = (Progress.hash(group) ^ run.progress().seed) * 0x9e3779b97f4a7c15L;
    return (mixed >>> 11) * 0x1p-53 < run.settings().sample();
  }

  /// Reads a group from where the last invocation stopped.
  private void readGroup(GroupSize size, Tally tally) {
    try {
      if (tally.set == 0 && tally.from.length == 0 && run.hasTimeToRead()) {
        tally.doubtful |= isDoubtful(size, tally);
        tally.done = !tally.doubtful;
      }
      while (tally.doubtful && !tally.done && run.hasTimeToRead()) {
        EntriesPart part = run.entries(size.group(), sets.get(tally.set), Bytes.of(tally.from));
        compare(size.group().group(), part.entries());
        tally.set += part.next() == null ? 1 : 0;
        tally.from = (part.next() == null ? Place.FIRST : part.next()).toArray();
        tally.done = tally.set == sets.size();
      }
      if (tally.done) {
        run.progress().count(Count.GROUPS, size.all() > 0 ? 1 : 0);
        run.progress().count(Count.ENTRIES, size.all());
      }
    } catch (IndexException.Torn e) {
      run.progress().tear(e);
    }
  }

  /// Counts that are wrong now are looked at again later: a writer may be about to raise them.
  private boolean isDoubtful(GroupSize size, Tally tally) {
    boolean isWrong = run.wrongCounts(size.group(), false) > 0;
    if (isWrong) {
      miscounted.add(size.group());
    }
    return isWrong
        || !run.isWhole()
        || size.all() != size.cells()
        || size.all() != tally.confirmed
        || size.all() != tally.before;
  }

  private void compare(Group group, List<Entry> entries) {
    Map<Entry, Map<String, AttributeValue>> keys = new LinkedHashMap<>();
    for (Entry entry : entries) {
      try {
        keys.put(entry, run.codec().keyAttributes(group, entry.position()));
      } catch (IllegalArgumentException e) {
        run.progress().count(Count.UNREADABLE, 1);
      }
    }
    Run.inParts(
        List.copyOf(keys.entrySet()),
        KEYS_PER_READ,
        some -> {
          var items = run.items(some.stream().map(Map.Entry::getValue).toList());
          for (var each : some) {
            Indexable truth = run.truth(items.getOrDefault(each.getValue(), Map.of()));
            if (!(truth instanceof Indexed right && right.matches(group, each.getKey()))) {
              candidates.add(each.getValue(), new Asked(group, each.getKey()), truth);
            }
          }
        });
  }

  /// Looks again at the groups whose counts were wrong, and corrects them if the audit repairs.
  void recount() {
    for (GroupSize size : run.sizes(List.copyOf(miscounted))) {
      long wrong = run.wrongCounts(size.group(), run.settings().repair());
      long cells = run.isWhole() || size.all() == size.cells() ? 0 : 1;
      run.progress().count(Count.MISCOUNTED, wrong + cells);
      run.progress().count(Count.OPEN, cells);
    }
  }
}
