package pagemark.index;

import static java.util.stream.Collectors.toCollection;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Position;
import pagemark.index.LookResult.Register;
import pagemark.index.WriteResult.Written;

/// A group with fences by place: for each position the last word on it. Each position of an op
/// judges its part by its own fence, and nothing spans two of them. So no write leaves a witness.
final class FencedPlaces implements InMemoryGroup {
  /// The last word on a position.
  ///
  /// @param fence [Fence#ofRow] if it has no number, or has none any more
  /// @param period when it was written
  private record Word(Fence fence, long period) {
    @Nullable Entry entry() {
      return fence.entry();
    }
  }

  private final TreeMap<Position, Word> places = new TreeMap<>();

  @Override
  public NavigableSet<Position> positions() {
    return positions(Cell.WHOLE);
  }

  @Override
  public NavigableSet<Position> positions(Cell cell) {
    return entries()
        .filter(entry -> cell.isWhole() || entry.cell().equals(cell))
        .map(Entry::position)
        .collect(toCollection(TreeSet::new));
  }

  private Stream<Entry> entries() {
    return places.values().stream().flatMap(word -> Stream.ofNullable(word.entry()));
  }

  @Override
  public long inCells() {
    return entries().count();
  }

  @Override
  public Written write(List<Op> ops, long period) {
    long current = forgetOld(period);
    int applied = 0;
    int duplicates = 0;
    List<Op> refused = new ArrayList<>();
    for (Op op : ops) {
      switch (apply(op, current)) {
        case APPLIED -> applied++;
        case DUPLICATE -> duplicates++;
        case REFUSED -> refused.add(op);
      }
    }
    return new Written(applied, duplicates, refused);
  }

  private Verdict apply(Op op, long period) {
    List<Verdict> verdicts = new ArrayList<>();
    if (op.entry() != null) {
      verdicts.add(say(op.rule(), op.entry().position(), op.entry(), period));
    }
    op.departed().forEach(place -> verdicts.add(say(op.rule(), place, null, period)));
    return verdicts.contains(Verdict.REFUSED)
        ? Verdict.REFUSED
        : verdicts.contains(Verdict.APPLIED) ? Verdict.APPLIED : Verdict.DUPLICATE;
  }

  /// Says at one place what is there.
  ///
  /// @param entry null if the item is not there
  private Verdict say(Rule rule, Position place, @Nullable Entry entry, long period) {
    Rule here = rule.at(place);
    Verdict verdict = Verdict.ofPlace(here, fence(place), entry == null ? null : entry.cell());
    if (verdict == Verdict.APPLIED) {
      Fence left = here.leaves(entry);
      if (left != null) {
        places.put(place, new Word(left, period));
      } else if (entry != null) {
        places.put(place, new Word(Fence.ofRow(entry), period));
      } else {
        places.remove(place);
      }
    }
    return verdict;
  }

  private @Nullable Fence fence(Position place) {
    Word word = places.get(place);
    return word == null ? null : word.fence();
  }

  @Override
  public @Nullable Op held() {
    return null;
  }

  @Override
  public List<Register> look(List<GroupLook.Item> items, long period) {
    forgetOld(period);
    return items.stream().map(item -> register(item.entry())).toList();
  }

  private Register register(@Nullable Entry asked) {
    Fence fence = asked == null ? null : fence(asked.position());
    Entry found = fence == null ? null : fence.entry();
    boolean present =
        asked != null
            && found != null
            && (asked.cell().isWhole() || asked.cell().equals(found.cell()));
    return new Register(fence, present);
  }

  /// Keeps the number that the place may have.
  @Override
  public void plant(Entry entry, boolean present) {
    Fence fence = fence(entry.position());
    Entry planted = present ? entry : null;
    if (fence != null && fence.isNumbered()) {
      Fence changed = new Fence(fence.sequence(), planted, fence.tag());
      places.computeIfPresent(entry.position(), (_, word) -> new Word(changed, word.period()));
    } else if (planted != null) {
      places.put(entry.position(), new Word(Fence.ofRow(planted), 0));
    } else {
      places.remove(entry.position());
    }
  }

  private Stream<Word> numbered() {
    return places.values().stream().filter(word -> word.fence().isNumbered());
  }

  /// @return the current period
  private long forgetOld(long period) {
    long current = Math.max(period, newest().orElse(period));
    forget(word -> word.period() < current - 1);
    return current;
  }

  private Optional<Long> newest() {
    return numbered().map(Word::period).max(Long::compare);
  }

  /// Takes the number from some words: an entry stays as if a scan had read it, an absent one goes.
  private void forget(Predicate<Word> isOld) {
    places.replaceAll(
        (_, word) ->
            word.entry() != null && isOld.test(word)
                ? new Word(Fence.ofRow(word.entry()), word.period())
                : word);
    places.values().removeIf(word -> word.entry() == null && isOld.test(word));
  }

  @Override
  public long fences() {
    return numbered().count();
  }

  @Override
  public boolean isEmpty() {
    return places.isEmpty();
  }

  @Override
  public long sweep(long period) {
    long before = fences();
    newest().filter(newest -> newest > period + 1).ifPresent(newest -> ageFences(newest - period));
    forgetOld(period);
    return before - fences();
  }

  @Override
  public void ageFences(long periods) {
    places.replaceAll((_, word) -> new Word(word.fence(), word.period() - periods));
  }

  @Override
  public FencedPlaces copy() {
    FencedPlaces copy = new FencedPlaces();
    copy.places.putAll(places);
    return copy;
  }

  @Override
  public void forgetEntries() {
    List.copyOf(entries().toList()).forEach(entry -> plant(entry, false));
  }

  @Override
  public void forgetFences() {
    forget(_ -> true);
  }

  @Override
  public GroupDump dump() {
    Map<Cell, List<Position>> cells = new HashMap<>();
    entries()
        .forEach(
            entry ->
                cells.computeIfAbsent(entry.cell(), _ -> new ArrayList<>()).add(entry.position()));
    return new GroupDump(List.copyOf(positions()), cells);
  }
}
