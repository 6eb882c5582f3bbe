package pagemark.sql;

import java.time.InstantSource;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.Inspector;
import pagemark.index.Markers;
import pagemark.index.PageIndexReader;
import pagemark.index.PageIndexWriter;
import pagemark.index.Witnesses;
import pagemark.sql.connection.Database;
import pagemark.sql.tree.Shape;

/// Implements the ports of the index on one database.
record SqlIndex(Database database, IndexSettings settings, Shape shape) implements IndexStore {
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
}
