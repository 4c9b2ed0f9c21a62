#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The .ui files are well formed, have their template's name, and are in a GResource. They use only what GTK
4.8 and libadwaita 1.2 have and the newest versions still have."""

import re
import xml.etree.ElementTree as ElementTree

from common import SOURCE, files, finish, offence, text_of

# Deprecated in GTK up to 4.20 and libadwaita up to 1.8, and replaced by something in the oldest supported
# version. AdwViewSwitcherTitle and AdwSqueezer are missing here, because their replacements are newer than
# that.
DEPRECATED = re.compile(
    r'^(?:Gtk(?:TreeView\w*|TreeStore|ListStore|TreeModel\w*|TreeSelection|CellRenderer\w*|CellView'
    r'|CellArea\w*|IconView|ComboBox\w*|EntryCompletion|StyleContext|InfoBar|LockButton|VolumeButton'
    r'|Statusbar|Assistant\w*|AppChooser\w*|ColorChooser\w*|ColorButton|FontChooser\w*|FontButton'
    r'|FileChooser(?:Dialog|Widget|Native)|MessageDialog|Dialog|ShortcutsWindow)'
    r'|Adw(?:Leaflet\w*|Flap\w*|MessageDialog|PreferencesWindow'
    r'|AboutWindow|SwipeTracker))$')
# Not in libadwaita 1.2 or GTK 4.8.
TOO_NEW = re.compile(
    r'^(?:Adw(?:NavigationView|NavigationPage|NavigationSplitView|OverlaySplitView|ToolbarView|Dialog'
    r'|AlertDialog|AboutDialog|PreferencesDialog|Breakpoint|BreakpointBin|Banner|SwitchRow|SpinRow'
    r'|TabOverview|Spinner|BottomSheet|ButtonRow|MultiLayoutView|Layout|LayoutSlot|ToggleGroup|Toggle'
    r'|WrapBox|InlineViewSwitcher|ShortcutsDialog|Sidebar\w*)'
    r'|Gtk(?:UriLauncher|FileLauncher|FileDialog|FontDialog\w*|ColorDialog\w*|AlertDialog'
    r'|ListHeader|ScrollInfo|SectionModel|GraphicsOffload|Popover(?:Bin)))$')


def check(path):
    try:
        root = ElementTree.fromstring(text_of(path))
    except ElementTree.ParseError as error:
        offence(path, str(error))
        return
    if root.tag != 'interface':
        offence(path, f'is <{root.tag}>, not <interface>')
    if not any(required.get('lib') in ('gtk', 'libadwaita') for required in root.iter('requires')):
        offence(path, 'says no <requires lib="gtk" version="4.0"/>')
    ids = set()
    for element in root.iter():
        name = element.get('class') if element.tag in ('object', 'template') else None
        parent = element.get('parent')
        for used in filter(None, (name, parent)):
            if DEPRECATED.match(used):
                offence(path, f'{used} is deprecated in newer versions')
            if TOO_NEW.match(used):
                offence(path, f'{used} is newer than the floor')
        if element.tag in ('object', 'menu') and element.get('id'):
            if element.get('id') in ids:
                offence(path, f'the id {element.get("id")} is there twice')
            ids.add(element.get('id'))
        # Text between tags that is neither marked nor marked as not for translation.
        if element.tag == 'property' and element.get('translatable') is None and element.text:
            if element.get('name') in ('label', 'title', 'subtitle', 'tooltip-text', 'description',
                                       'placeholder-text') and re.search(r'[A-Za-z]{2}',
                                                                         element.text):
                offence(path, f'"{element.text.strip()}": say translatable="yes" (or "no")')
    for template in root.iter('template'):
        expected = 'paddock-' + path.stem.removeprefix('paddock-')
        made = re.sub(r'(?<!^)(?=[A-Z])', '-', template.get('class')).lower()
        if made != expected:
            offence(path, f'holds the template {template.get("class")}: name it {made}.ui')


def main():
    paths = files('src', '.ui') + files('data', '.ui')
    listed = ''.join(text_of(path) for path in files('src', '.gresource.xml')
                     + files('data', '.gresource.xml'))
    for path in paths:
        check(path)
        if path.name not in listed:
            offence(path, 'is in no .gresource.xml')
    for path in files('src', '.gresource.xml') + files('data', '.gresource.xml'):
        try:
            resources = ElementTree.fromstring(text_of(path))
        except ElementTree.ParseError as error:
            offence(path, str(error))
            continue
        for entry in resources.iter('file'):
            name = entry.text.strip()
            if not any((folder / name).exists() for folder in (path.parent, SOURCE / 'data',
                                                       SOURCE / 'data/icons/hicolor')):
                offence(path, f'there is no {name}')
    print(f'{len(paths)} .ui files')
    finish()


if __name__ == '__main__':
    main()
