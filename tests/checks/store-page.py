#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a store shows of Paddock holds what Flathub requires of it, over what appstreamcli validates
(docs.flathub.org, "MetaInfo guidelines"): pictures come from the tag of the newest release, because a
branch changes under the stores, and are there; the version is this tree's; brand colours of both
kinds, a developer with an id, an age rating; and the manifest is of the same application.

    store-page.py SOURCE BUILD
"""

import os
import re
import sys
import xml.etree.ElementTree as ElementTree

APP = 'io.github.paddock_mcp.Paddock'
PICTURE = 'https://raw.githubusercontent.com/paddock-mcp/paddock/v%s/'


def complaints(root, source):
    version = root.find('releases/release').get('version')
    with open(os.path.join(source, 'meson.build'), encoding='utf-8') as stream:
        if f"version: '{version}'" not in stream.read():
            yield f'the newest release, {version}, is not the version in meson.build'
    images = [image.text for image in root.findall('screenshots/screenshot/image')]
    if not images:
        yield 'there are no screenshots'
    for image in images:
        if not image.startswith(PICTURE % version):
            yield f'{image} is not from the tag of the newest release'
        elif not os.path.exists(os.path.join(source, image[len(PICTURE % version):])):
            yield f'{image} is not in this tree'
    schemes = {color.get('scheme_preference') for color in root.findall('branding/color')}
    if schemes != {'light', 'dark'}:
        yield 'a brand color is missing'
    for way in ('developer[@id]/name', 'content_rating[@type="oars-1.1"]', 'url[@type="homepage"]',
                'url[@type="vcs-browser"]', 'launchable', 'metadata_license', 'project_license'):
        if root.find(way) is None:
            yield f'{way} is missing'
    with open(os.path.join(source, 'flatpak', APP + '.yml'), encoding='utf-8') as stream:
        found = re.search(r'^id: (\S+)$', stream.read(), re.M)
    if {found and found[1], root.findtext('id')} != {APP}:
        yield 'the manifest and the metainfo are not of the same application'


def main():
    source, build = sys.argv[1:]
    root = ElementTree.parse(os.path.join(build, 'data', APP + '.metainfo.xml')).getroot()
    found = list(complaints(root, source))
    for complaint in found:
        print(complaint)
    sys.exit(1 if found else 0)


main()
