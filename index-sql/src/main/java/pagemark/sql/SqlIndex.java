package pagemark.sql;

import java.net.URI;
import java.time.InstantSource;
import java.util.Set;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.index.Inspector;
import pagemark.index.Markers;
import pagemark.index.PageIndexReader;
import pagemark.index.PageIndexWriter;
import pagemark.index.Witnesses;
import pagemark.sql.connection.Database;
import pagemark.sql.connection.SqlUrl;
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
}
