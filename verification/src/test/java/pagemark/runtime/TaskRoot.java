package pagemark.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Lambda's `/var/task`, laid out as the Makefile does.
record TaskRoot(Path folder) {
  /// @param listings the text of listings.json
  static TaskRoot lay(Path folder, Path jar, String listings) throws IOException {
    Path lib = Files.createDirectories(folder.resolve("lib"));
    Files.copy(jar, lib.resolve(jar.getFileName()));
    Files.writeString(folder.resolve("listings.json"), listings);
    return new TaskRoot(folder);
  }
}
