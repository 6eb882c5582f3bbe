package pagemark.audit;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import pagemark.index.GroupRef;
import pagemark.index.Inspector;
import pagemark.index.Inspector.GroupSize;
import pagemark.key.Cell;
import pagemark.key.Entry;
import pagemark.key.Group;
import pagemark.key.Position;
import pagemark.key.PositionCodec;
import pagemark.listing.Indexable;
import pagemark.listing.Indexable.Indexed;
import pagemark.state.Generation;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The second pass of an audit: compares the groups of the index with the table.
///
/// 1. Read each group's counts and positions. If they are exactly those that the scan confirmed,
///    the group is right, and the table is not read again.
/// 2. Else read the items of all its entries from the table. An entry that the table does not
///    confirm is a candidate. A sample does this for all its groups.
///
/// Counts alone are not enough while the table is written: an item that is deleted after it was
/// counted would hide a ghost. So the positions are compared too, by a hash.
final class GroupPass {
  private static final int KEYS_PER_READ = 100;

  private final AuditPorts ports;
  private final AuditSettings settings;
  private final Generation generation;
  private final Tallies tallies;
  private final Candidates candidates;
  private final Progress progress;
  private final Inspector inspector;
  private final List<Cell> cells;
  private final long salt;
  private final Set<Long> met = new HashSet<>();

  GroupPass(
      AuditPorts ports,
      AuditSettings settings,
      Generation generation,
      Tallies tallies,
      Candidates candidates,
      Progress progress) {
    this.ports = ports;
    this.settings = settings;
    this.generation = generation;
    this.tallies = tallies;
    this.candidates = candidates;
    this.progress = progress;
    this.inspector = ports.inspector();
    this.cells = generation.definition().cells();
    this.salt = ports.random().nextLong();
  }

  void run() {
    inspector.groups(generation.id(), this::compare);
    if (!settings.isSample() && progress.hasTime()) {
      progress.unreachable.set(inspector.unreachable(generation.id()));
    }
  }

  private void compare(List<GroupRef> chunk) {
    List<GroupRef> chosen =
        chunk.stream().filter(this::isChosen).filter(group -> isNew(group.group())).toList();
    if (!chosen.isEmpty() && progress.hasTime()) {
      new Workers(settings.workers()).each(inspector.sizes(chosen, cells), this::compare);
    }
  }

  private boolean isChosen(GroupRef group) {
    double draw = (Tally.hash(group.group(), salt) >>> 11) * 0x1p-53;
    return draw < settings.sample();
  }

  private boolean isNew(Group group) {
    return met.add(Tally.hash(group, 0));
  }

  private void compare(GroupSize size) {
    if (!progress.hasTime()) {
      return;
    }
    progress.miscounted.addAndGet(
        settings.repair()
            ? ports.index().recount(size.group())
            : inspector.miscounts(size.group()));
    if (settings.isSample() || !isConfirmed(size)) {
      walk(size.group());
    }
    progress.compared(size.all());
  }

  private boolean isConfirmed(GroupSize size) {
    Tally confirmed = tallies.confirmed(size.group().group());
    return !tallies.isDoubtful(size.group().group())
        && size.all() == size.cells()
        && size.all() == confirmed.count()
        && confirmed.equals(tally(size.group()));
  }

  private Tally tally(GroupRef group) {
    AtomicReference<Tally> tally = new AtomicReference<>(Tally.NONE);
    inspector.positions(
        group, Cell.WHOLE, chunk -> chunk.forEach(p -> tally.set(tally.get().plus(Tally.of(p)))));
    return tally.get();
  }

  private void walk(GroupRef group) {
    progress.walked.incrementAndGet();
    Set<Position> unreadable = new HashSet<>();
    walk(group, Cell.WHOLE, unreadable);
    cells.forEach(cell -> walk(group, cell, unreadable));
    progress.unreadable.addAndGet(unreadable.size());
  }

  private void walk(GroupRef group, Cell cell, Set<Position> unreadable) {
    inspector.positions(
        group,
        cell,
        chunk -> {
          for (int from = 0; from < chunk.size() && progress.hasTime(); from += KEYS_PER_READ) {
            int to = Math.min(from + KEYS_PER_READ, chunk.size());
            var keys = keys(group.group(), chunk.subList(from, to), unreadable);
            check(group.group(), cell, keys);
          }
        });
  }

  private Map<Position, Map<String, AttributeValue>> keys(
      Group group, List<Position> positions, Set<Position> unreadable) {
    Map<Position, Map<String, AttributeValue>> keys = new LinkedHashMap<>();
    for (Position position : positions) {
      try {
        keys.put(position, codec().keyAttributes(group, position));
      } catch (IllegalArgumentException e) {
        unreadable.add(position);
      }
    }
    return keys;
  }

  private void check(Group group, Cell cell, Map<Position, Map<String, AttributeValue>> keys) {
    if (keys.isEmpty()) {
      return;
    }
    var items = ports.items().read(List.copyOf(new HashSet<>(keys.values())));
    keys.forEach(
        (position, key) -> {
          Entry entry = new Entry(cell, position);
          Indexable truth = generation.definition().indexable(items.getOrDefault(key, Map.of()));
          if (!(truth instanceof Indexed indexed && indexed.matches(group, entry))) {
            candidates.add(key, codec().itemKey(position), group, entry, truth);
          }
        });
  }

  private PositionCodec codec() {
    return generation.definition().positions();
  }
}
