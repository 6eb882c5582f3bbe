package pagemark.sql;

import java.net.URI;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Place;
import pagemark.index.Fence;
import pagemark.index.GroupLook;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.IndexException;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.index.Inspector;
import pagemark.index.LookResult;
import pagemark.index.LookResult.Register;
import pagemark.index.Markers;
import pagemark.index.PageIndexReader;
import pagemark.index.PageIndexWriter;
import pagemark.index.PageIndexWriter.Sweep;
import pagemark.index.Witness;
import pagemark.index.Witnesses;
import pagemark.index.WriteResult;
import pagemark.sql.connection.Database;
import pagemark.sql.connection.Database.MissingTables;
import pagemark.sql.connection.SqlUrl;
import pagemark.sql.connection.Tx;
import pagemark.sql.table.FenceTable;
import pagemark.sql.table.FenceTable.Item;
import pagemark.sql.table.GroupRow;
import pagemark.sql.table.GroupTable;
import pagemark.sql.table.KeyLimits;
import pagemark.sql.table.PositionTable;
import pagemark.sql.table.PositionTable.At;
import pagemark.sql.tree.Shape;

/// Implements the ports of the index on one database.
record SqlIndex(Database database, IndexSettings settings, Shape shape) implements IndexStore {
  /// Of PostgreSQL and MariaDB, with the index of the rows (`docs/internals/index-layout-sql.md`).
  private static final double BYTES_PER_ENTRY = 182;

  @Override
  public PageIndexReader reader() {
    return new SqlReader(database);
  }

  @Override
  public PageIndexWriter writer() {
    FenceClock time = new FenceClock(settings.fencePeriod().toSeconds(), InstantSource.system());
    return new SqlWriter(database, shape, time, settings.witnessed(), new Witnesses());
  }

  @Override
  public Markers markers() {
    return new SqlMarkers(database);
  }

  @Override
  public Inspector inspector() {
    return new SqlInspector(database);
  }

  @Override
  public Limits limits(int cells) {
    return Limits.none(BYTES_PER_ENTRY);
  }

  @Override
  public void connect() {
    database.connect();
  }

  @Override
  public void disconnect() {
    database.disconnect();
  }

  @Override
  public void close() {
    database.close();
  }

  /// Opens `jdbc:` URLs; [SqlUrl] lists all forms.
  public static final class Provider implements IndexStores.Provider {
    @Override
    public Set<String> schemes() {
      return Set.of("jdbc");
    }

    @Override
    public IndexStore open(URI url, IndexSettings settings) {
      return new SqlIndex(new Database(SqlUrl.of(url), settings), settings, Shape.DEFAULT);
    }
  }

  /// Writes batches, each in one transaction: all of its groups, or none.
  ///
  /// [BatchWrite] has the steps. Before them the transaction checks that the database still holds
  /// the last write that it acknowledged to this process: a restored backup or a failover may have
  /// lost it. [Witnesses] hears of such a loss only after the commit, so that a repeated
  /// transaction reports it once.
  ///
  /// A database is one slot, so one witness is enough. Without tables, nothing is written, and the
  /// ops count as unmarked.
  record SqlWriter(
      Database database, Shape shape, FenceClock fenceTime, Duration witnessed, Witnesses kept)
      implements PageIndexWriter {
    /// The number of the only slot.
    private static final int SLOT = 0;

    /// The result of a transaction that has committed.
    private record Done(List<WriteResult> results, BatchWrite batch) {}

    @Override
    public List<WriteResult> write(List<GroupWrite> writes) {
      List<WriteResult> results = results(writes);
      for (int i = 0; i < writes.size(); i++) {
        if (results.get(i) instanceof WriteResult.Unmarked) {
          kept.forget(writes.get(i).group().generation(), SLOT);
        }
      }
      return results;
    }

    private List<WriteResult> results(List<GroupWrite> writes) {
      try {
        Done done = database.write(tx -> write(tx, writes));
        done.batch().gone.forEach(witness -> kept.missed(SLOT, witness));
        done.batch().left.values().forEach(witness -> kept.acknowledged(SLOT, witness));
        return done.results();
      } catch (MissingTables e) {
        return Collections.nCopies(writes.size(), new WriteResult.Unmarked());
      } catch (IndexException e) {
        return Collections.nCopies(writes.size(), new WriteResult.Failed(e));
      }
    }

    /// The witnesses that the groups' generations must still hold.
    private Map<String, Witness> expected(Tx tx, List<GroupWrite> writes) throws SQLException {
      Instant since = Instant.ofEpochMilli(tx.millis()).minus(witnessed);
      Map<String, Witness> expected = new HashMap<>();
      for (GroupWrite write : writes) {
        String generation = write.group().generation();
        Witness last = kept.last(generation, SLOT);
        if (last != null && !last.at().isBefore(since)) {
          expected.put(generation, last);
        }
      }
      return expected;
    }

    /// Applies writes in one transaction. If a group has more than one write, they are applied one
    /// after the other.
    private Done write(Tx tx, List<GroupWrite> writes) throws SQLException {
      BatchWrite batch = new BatchWrite(tx, shape, fenceTime, expected(tx, writes));
      List<WriteResult> results = new ArrayList<>();
      while (results.size() < writes.size()) {
        Set<GroupRef> groups = new HashSet<>();
        List<GroupWrite> different =
            writes.subList(results.size(), writes.size()).stream()
                .takeWhile(write -> groups.add(write.group()))
                .toList();
        if (results.isEmpty() && different.size() < writes.size()) {
          batch.lock(writes);
        }
        results.addAll(batch.write(different));
      }
      return new Done(results, batch);
    }

    @Override
    public Optional<String> refusal(GroupRef group, Bytes item, Entry entry) {
      return new KeyLimits(database.dialect()).refusal(group, item, entry);
    }

    @Override
    public List<LookResult> look(List<GroupLook> looks) {
      try {
        return database.read(tx -> look(tx, looks));
      } catch (MissingTables e) {
        return Collections.nCopies(looks.size(), new LookResult.Unmarked());
      } catch (IndexException e) {
        return Collections.nCopies(looks.size(), new LookResult.Failed(e));
      }
    }

    private List<LookResult> look(Tx tx, List<GroupLook> looks) throws SQLException {
      GroupTable groups = new GroupTable(tx);
      Map<String, String> markers =
          groups.markers(looks.stream().map(look -> look.group().generation()).toList(), false);
      Map<GroupRef, GroupRow> rows =
          groups.rows(looks.stream().map(GroupLook::group).distinct().toList());
      Instant now = fenceTime.now(tx);
      List<Item> items = new ArrayList<>();
      List<At> entries = new ArrayList<>();
      for (GroupLook look : looks) {
        GroupRow row = rows.get(look.group());
        if (row == null) {
          continue;
        }
        for (GroupLook.Item item : look.items()) {
          items.add(item(row, now, item));
          if (item.entry() != null) {
            entries.add(at(row, item.entry()));
          }
        }
      }
      Map<Item, Fence> fences = new FenceTable(tx).find(items);
      Map<At, Cell> cells = new PositionTable(tx).find(entries);
      List<LookResult> results = new ArrayList<>();
      for (GroupLook look : looks) {
        GroupRow row = rows.get(look.group());
        results.add(
            markers.containsKey(look.group().generation())
                ? new LookResult.Looked(
                    now,
                    look.items().stream()
                        .map(item -> register(row, now, item, fences, cells))
                        .toList())
                : new LookResult.Unmarked());
      }
      return results;
    }

    private Register register(
        @Nullable GroupRow row,
        Instant now,
        GroupLook.Item item,
        Map<Item, Fence> fences,
        Map<At, Cell> cells) {
      if (row == null) {
        return new Register(null, false);
      }
      Entry entry = item.entry();
      return new Register(
          fences.get(item(row, now, item)),
          entry != null && entry.cell().equals(cells.get(at(row, entry))));
    }

    private Item item(GroupRow row, Instant now, GroupLook.Item item) {
      long period = Math.max(fenceTime.period(now), row.period());
      return new Item(row.id(), period, item.item());
    }

    private static At at(GroupRow row, Entry entry) {
      return new At(row.id(), Place.of(entry.position()));
    }

    @Override
    public Optional<Witnesses> witnesses() {
      return Optional.of(kept);
    }

    @Override
    public Sweep sweep(String generation, String position, BooleanSupplier hasTime) {
      try {
        return new GroupSweep(database, fenceTime).run(generation, position, hasTime);
      } catch (MissingTables e) {
        return new Sweep(0, Sweep.BEGIN);
      }
    }

    @Override
    public Instant time() {
      return Instant.ofEpochMilli(database.read(Tx::millis));
    }
  }
}
