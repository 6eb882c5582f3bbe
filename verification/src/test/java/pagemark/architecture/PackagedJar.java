package pagemark.architecture;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Driver;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/// A self-contained jar as Maven has packaged it.
record PackagedJar(Path file) {
  private static final Path ROOT =
      Stream.iterate(Path.of("").toAbsolutePath(), Objects::nonNull, Path::getParent)
          .filter(folder -> Files.exists(folder.resolve("template.yaml")))
          .findFirst()
          .orElseThrow();

  static PackagedJar of(String module, String name) {
    return new PackagedJar(ROOT.resolve(module).resolve("target").resolve(name));
  }

  /// A file of the project.
  static String text(String file) throws IOException {
    return Files.readString(ROOT.resolve(file));
  }

  /// The names of the entries that match as a whole, folders left out.
  Set<String> entries(Pattern pattern) throws IOException {
    Set<String> names = new TreeSet<>();
    try (JarFile jar = new JarFile(file.toFile())) {
      for (JarEntry entry : jar.stream().toList()) {
        if (!entry.isDirectory() && pattern.matcher(entry.getName()).matches()) {
          names.add(entry.getName());
        }
      }
    }
    return names;
  }

  /// The first text of a file in it that matches, between bytes of zero as a program keeps it.
  String constant(String name, Pattern pattern) throws IOException {
    try (JarFile jar = new JarFile(file.toFile())) {
      byte[] program = jar.getInputStream(jar.getEntry(name)).readAllBytes();
      return Pattern.compile("\0")
          .splitAsStream(new String(program, ISO_8859_1))
          .filter(pattern.asMatchPredicate())
          .findFirst()
          .orElseThrow();
    }
  }

  /// The stores that an index URL finds in it.
  Set<String> stores() throws IOException {
    try (JarFile jar = new JarFile(file.toFile())) {
      ZipEntry providers = jar.getEntry("META-INF/services/pagemark.index.IndexStores$Provider");
      String text = new String(jar.getInputStream(providers).readAllBytes(), UTF_8);
      return new TreeSet<>(text.lines().filter(line -> !line.isBlank()).toList());
    }
  }

  /// The JDBC drivers that are found in it and can be made from what it holds.
  Set<String> drivers() throws IOException {
    URL[] urls = {file.toUri().toURL()};
    try (URLClassLoader alone = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader())) {
      Set<String> names = new TreeSet<>();
      ServiceLoader.load(Driver.class, alone).forEach(d -> names.add(d.getClass().getName()));
      return names;
    }
  }

  /// A line of its manifest.
  String manifest(String name) throws IOException {
    try (JarFile jar = new JarFile(file.toFile())) {
      Attributes attributes = jar.getManifest().getMainAttributes();
      return String.valueOf(attributes.getValue(name));
    }
  }
}
