package pagemark.audit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import pagemark.audit.AuditResult.Count;
import pagemark.audit.AuditResult.Difference;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Place;
import pagemark.entry.Position;
import pagemark.index.Fence;
import pagemark.index.GroupLook;
import pagemark.index.LookResult.Register;
import pagemark.listing.Indexable;
import pagemark.listing.Indexable.Absent;
import pagemark.listing.Indexable.Indexed;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The items that may be wrong in the index. A second look separates differences from changes that
/// have not reached the index yet. For each candidate it
///
/// 1. reads the fences, then the item with a consistent read;
/// 2. waits for longer than a change takes from the table to the index;
/// 3. reads the fences again, and whether the entries are there.
///
/// If the fences are unchanged, every change of the item had been applied before the first read, so
/// what the index has now is final. Else the candidate goes into the next of four rounds.
final class Candidates {
  private static final int ROUNDS_MAX = 4;
  private static final int CANDIDATES_PER_CALL = 100;

  private final Run run;
  private final int max;
  private final Map<Map<String, AttributeValue>, Candidate> byKey = new LinkedHashMap<>();
  private final List<Difference> differences = new ArrayList<>();

  /// @param max how many are kept
  Candidates(Run run, int max) {
    this.run = run;
    this.max = max;
  }

  /// An entry that may be in a group.
  record Asked(Group group, Entry entry) {}

  /// An item that may be wrong in the index.
  private static final class Candidate {
    final Map<String, AttributeValue> key;

    /// What to look for: the entries in doubt, and those of where the item belongs.
    final Set<Asked> asked = new LinkedHashSet<>();

    /// What the first look has found.
    List<List<Optional<Fence>>> fences = List.of();

    Indexable truth = new Absent();
    boolean mayLack;

    Candidate(Map<String, AttributeValue> key) {
      this.key = Map.copyOf(key);
    }

    void judge(Indexable now) {
      truth = now;
      if (now instanceof Indexed(var groups, var entry)) {
        groups.forEach(group -> asked.add(new Asked(group, entry)));
      }
    }

    boolean isRight(Asked that) {
      return truth instanceof Indexed indexed && indexed.matches(that.group(), that.entry());
    }

    /// The kind of difference by the second look; null if there is none.
    ///
    /// @param inCells those of the wrong entries that are in their cells
    @Nullable Count kind(List<List<Register>> now, Set<Asked> inCells) {
      boolean ghost = false;
      boolean missing = false;
      Iterator<List<Register>> registers = now.iterator();
      for (Asked each : asked) {
        boolean present = registers.next().getLast().present();
        if (!isRight(each)) {
          ghost |= present || inCells.contains(each);
        } else if (truth instanceof Indexed(_, var entry) && entry.equals(each.entry())) {
          missing |= !present && !mayLack;
        }
      }
      return missing ? (ghost ? Count.MISPLACED : Count.MISSING) : ghost ? Count.GHOST : null;
    }
  }

  /// @param key the item's key attributes
  /// @param seen an entry that should not be there; null if one may be missing
  /// @param truth where the item belongs by the table
  synchronized void add(Map<String, AttributeValue> key, @Nullable Asked seen, Indexable truth) {
    if (byKey.size() == max && !byKey.containsKey(key)) {
      run.progress().count(Count.LEFT, 1);
      return;
    }
    Candidate candidate = byKey.computeIfAbsent(key, _ -> new Candidate(key));
    if (seen != null) {
      candidate.asked.add(seen);
    }
    candidate.judge(truth);
  }

  /// Looks at the candidates again, and at the counts that were wrong.
  ///
  /// @return the differences
  List<Difference> judge(Loops loops) {
    Duration wait = run.settings().secondLookAfter();
    List<Candidate> open = withoutTorn(List.copyOf(byKey.values()));
    boolean hasTime = run.hasTime(wait);
    for (int round = 0; round < ROUNDS_MAX && hasTime; round++) {
      if (open.isEmpty() && (round > 0 || loops.miscounted.isEmpty())) {
        break;
      }
      Run.inParts(open, CANDIDATES_PER_CALL, this::first);
      run.setup().indexed().sleeper().sleep(wait);
      if (round == 0) {
        loops.recount();
      }
      List<Candidate> moved = new ArrayList<>();
      Run.inParts(open, CANDIDATES_PER_CALL, part -> moved.addAll(second(part)));
      open = moved;
      hasTime = run.hasTime(wait);
    }
    run.progress().count(hasTime ? Count.UNSETTLED : Count.LEFT, open.size());
    return differences;
  }

  private List<Candidate> withoutTorn(List<Candidate> candidates) {
    return candidates.stream()
        .filter(each -> each.asked.stream().noneMatch(a -> run.progress().isTorn(a.group())))
        .toList();
  }

  private void first(List<Candidate> part) {
    List<List<List<Register>>> answers = look(part);
    var items = run.items(part.stream().map(candidate -> candidate.key).toList());
    for (int i = 0; i < part.size(); i++) {
      Candidate candidate = part.get(i);
      var item = items.getOrDefault(candidate.key, Map.of());
      candidate.fences = fences(answers.get(i));
      candidate.mayLack = run.setup().indexed().mayLack(run.generation(), item);
      candidate.judge(run.truth(item));
    }
  }

  /// @return the candidates that have changed since the first look
  private List<Candidate> second(List<Candidate> part) {
    Set<Asked> inCells =
        part.stream()
            .flatMap(each -> each.asked.stream().filter(asked -> !each.isRight(asked)))
            .filter(this::isInCell)
            .collect(Collectors.toSet());
    List<List<List<Register>>> answers = look(part);
    List<Candidate> moved = new ArrayList<>();
    for (Candidate candidate : withoutTorn(part)) {
      List<List<Register>> now = answers.get(part.indexOf(candidate));
      if (!candidate.fences.equals(fences(now))) {
        moved.add(candidate);
        continue;
      }
      Count kind = candidate.kind(now, inCells);
      if (kind != null) {
        Map<Group, Set<Entry>> seen =
            candidate.asked.stream()
                .collect(
                    Collectors.groupingBy(
                        Asked::group, Collectors.mapping(Asked::entry, Collectors.toSet())));
        differences.add(new Difference(kind, candidate.key, seen));
      }
    }
    return moved;
  }

  private static List<List<Optional<Fence>>> fences(List<List<Register>> registers) {
    return registers.stream()
        .map(each -> each.stream().map(r -> Optional.ofNullable(r.fence())).toList())
        .toList();
  }

  /// @return for each candidate and entry, what the index has about the item and the entry
  private List<List<List<Register>>> look(List<Candidate> candidates) {
    List<GroupLook> looks =
        candidates.stream().flatMap(each -> each.asked.stream().map(this::look)).toList();
    Iterator<List<Register>> registers = run.look(looks).iterator();
    return candidates.stream()
        .map(each -> each.asked.stream().map(_ -> registers.next()).toList())
        .toList();
  }

  private GroupLook look(Asked asked) {
    GroupLook.Item item = run.item(asked.entry());
    return new GroupLook(
        run.generation().group(asked.group()),
        List.of(new GroupLook.Item(item.item(), null), item));
  }

  /// Whether an entry is in its cell. A look reports one as absent that is in its cell alone. Must
  /// come before the second look at the fences, which shows whether this is still true.
  private boolean isInCell(Asked asked) {
    Cell cell = asked.entry().cell();
    Position position = asked.entry().position();
    return !cell.isWhole()
        && run.setup().inspector().sets(List.of(cell)).contains(cell)
        && run
            .entries(run.generation().group(asked.group()), cell, Place.of(position))
            .entries()
            .stream()
            .limit(1)
            .anyMatch(first -> first.position().equals(position));
  }
}
