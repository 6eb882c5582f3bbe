package pagemark.cli;

import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/// The version of the jar, for `--version`.
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String built = Pagemark.class.getPackage().getImplementationVersion();
    return new String[] {"pagemark " + Objects.requireNonNullElse(built, "(not from its jar)")};
  }
}
