package pagemark.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/// Packages [EmptyHandler] with what the API function has of the SDK and of Lambda's types, and
/// nothing of what else it has.
final class EmptyJar {
  private static final List<String> LEFT_OUT =
      List.of("pagemark/", "redis/", "org/apache/commons/", "com/fasterxml/", "org/crac/");
  private static final String HANDLER = EmptyHandler.class.getName().replace('.', '/') + ".class";

  private EmptyJar() {}

  /// @param packaged the API function's jar
  static void write(Path jar, Path packaged) throws IOException {
    try (ZipFile from = new ZipFile(packaged.toFile());
        ZipOutputStream to = new ZipOutputStream(Files.newOutputStream(jar));
        InputStream handler = EmptyHandler.class.getResourceAsStream("EmptyHandler.class")) {
      if (handler == null) {
        throw new IllegalStateException("no " + HANDLER);
      }
      for (ZipEntry entry : from.stream().toList()) {
        if (LEFT_OUT.stream().noneMatch(entry.getName()::startsWith)) {
          to.putNextEntry(new ZipEntry(entry.getName()));
          from.getInputStream(entry).transferTo(to);
          to.closeEntry();
        }
      }
      to.putNextEntry(new ZipEntry(HANDLER));
      handler.transferTo(to);
      to.closeEntry();
    }
  }
}
